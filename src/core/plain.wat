;; What reading and printing ask of a text, in one pass over its bytes. scripts/build-modules.mjs makes plain-module.ts of it.
;; The text begins at 0x40; plain.ts leaves room for 32 bytes behind it.
(module
  (memory (export "memory") 2)

  ;; Whether the character at a place, which is not ASCII, could act or hide, or be a part of what does. Some that do neither are taken along.
  (func $isWild (param $at i32) (result i32)
    (local $lead i32) (local $two i32) (local $three i32)
    (local.set $lead (i32.load8_u (local.get $at)))
    (local.set $two (i32.load8_u offset=1 (local.get $at)))
    (local.set $three (i32.load8_u offset=2 (local.get $at)))
    ;; U+0080 to U+009F and the soft hyphen.
    (if (i32.eq (local.get $lead) (i32.const 0xc2)) (then (return (i32.or (i32.lt_u (local.get $two) (i32.const 0xa0)) (i32.eq (local.get $two) (i32.const 0xad))))))
    ;; Punctuation in general: most of it is harmless.
    (if (i32.eq (local.get $lead) (i32.const 0xe2))
      (then
        (if (i32.eq (local.get $two) (i32.const 0x80))
          (then (return (i32.or
            (i32.lt_u (i32.sub (local.get $three) (i32.const 0x8b)) (i32.const 5))
            (i32.lt_u (i32.sub (local.get $three) (i32.const 0xa8)) (i32.const 7))))))
        (return (i32.and (i32.eq (local.get $two) (i32.const 0x81)) (i32.ge_u (local.get $three) (i32.const 0xa0))))))
    (if (i32.eq (local.get $lead) (i32.const 0xe1))
      (then (return (i32.or
        (i32.and (i32.eq (local.get $two) (i32.const 0x85)) (i32.lt_u (i32.sub (local.get $three) (i32.const 0x9f)) (i32.const 2)))
        (i32.or
          (i32.and (i32.eq (local.get $two) (i32.const 0x9e)) (i32.lt_u (i32.sub (local.get $three) (i32.const 0xb4)) (i32.const 2)))
          (i32.and (i32.eq (local.get $two) (i32.const 0xa0)) (i32.eq (local.get $three) (i32.const 0x8e))))))))
    ;; Commas and brackets of Chinese and Japanese text stand beside what hides.
    (if (i32.eq (local.get $lead) (i32.const 0xef))
      (then (return (i32.or
        (i32.or
          (i32.and (i32.eq (local.get $two) (i32.const 0xb8)) (i32.lt_u (local.get $three) (i32.const 0x90)))
          (i32.and (i32.eq (local.get $two) (i32.const 0xbb)) (i32.eq (local.get $three) (i32.const 0xbf))))
        (i32.or
          (i32.and (i32.eq (local.get $two) (i32.const 0xbe)) (i32.eq (local.get $three) (i32.const 0xa0)))
          (i32.and (i32.eq (local.get $two) (i32.const 0xbf)) (i32.ge_u (local.get $three) (i32.const 0xb9))))))))
    (if (i32.eq (local.get $lead) (i32.const 0xe3)) (then (return (i32.and (i32.eq (local.get $two) (i32.const 0x85)) (i32.eq (local.get $three) (i32.const 0xa4))))))
    (if (i32.eq (local.get $lead) (i32.const 0xd8)) (then (return (i32.eq (local.get $two) (i32.const 0x9c)))))
    (i32.or (i32.and (i32.eq (local.get $lead) (i32.const 0xcd)) (i32.eq (local.get $two) (i32.const 0x8f))) (i32.ge_u (local.get $lead) (i32.const 0xf3))))

  ;; Whether `generated` stands between two places, in letters of any case.
  (func $isGenerated (param $at i32) (param $end i32) (result i32)
    (local $found i32)
    (block $done
      (loop $on
        (br_if $done (i32.ge_u (local.get $at) (local.get $end)))
        (local.set $found (i8x16.bitmask (v128.and (v128.and (v128.and (v128.and (v128.and (v128.and (v128.and (v128.and (i8x16.eq (v128.or (v128.load (local.get $at)) (v128.const i8x16 32 32 32 32 32 32 32 32 32 32 32 32 32 32 32 32)) (v128.const i8x16 103 103 103 103 103 103 103 103 103 103 103 103 103 103 103 103))
          (i8x16.eq (v128.or (v128.load offset=1 (local.get $at)) (v128.const i8x16 32 32 32 32 32 32 32 32 32 32 32 32 32 32 32 32)) (v128.const i8x16 101 101 101 101 101 101 101 101 101 101 101 101 101 101 101 101)))
          (i8x16.eq (v128.or (v128.load offset=2 (local.get $at)) (v128.const i8x16 32 32 32 32 32 32 32 32 32 32 32 32 32 32 32 32)) (v128.const i8x16 110 110 110 110 110 110 110 110 110 110 110 110 110 110 110 110)))
          (i8x16.eq (v128.or (v128.load offset=3 (local.get $at)) (v128.const i8x16 32 32 32 32 32 32 32 32 32 32 32 32 32 32 32 32)) (v128.const i8x16 101 101 101 101 101 101 101 101 101 101 101 101 101 101 101 101)))
          (i8x16.eq (v128.or (v128.load offset=4 (local.get $at)) (v128.const i8x16 32 32 32 32 32 32 32 32 32 32 32 32 32 32 32 32)) (v128.const i8x16 114 114 114 114 114 114 114 114 114 114 114 114 114 114 114 114)))
          (i8x16.eq (v128.or (v128.load offset=5 (local.get $at)) (v128.const i8x16 32 32 32 32 32 32 32 32 32 32 32 32 32 32 32 32)) (v128.const i8x16 97 97 97 97 97 97 97 97 97 97 97 97 97 97 97 97)))
          (i8x16.eq (v128.or (v128.load offset=6 (local.get $at)) (v128.const i8x16 32 32 32 32 32 32 32 32 32 32 32 32 32 32 32 32)) (v128.const i8x16 116 116 116 116 116 116 116 116 116 116 116 116 116 116 116 116)))
          (i8x16.eq (v128.or (v128.load offset=7 (local.get $at)) (v128.const i8x16 32 32 32 32 32 32 32 32 32 32 32 32 32 32 32 32)) (v128.const i8x16 101 101 101 101 101 101 101 101 101 101 101 101 101 101 101 101)))
          (i8x16.eq (v128.or (v128.load offset=8 (local.get $at)) (v128.const i8x16 32 32 32 32 32 32 32 32 32 32 32 32 32 32 32 32)) (v128.const i8x16 100 100 100 100 100 100 100 100 100 100 100 100 100 100 100 100)))))
        (br_if $done (local.get $found))
        (local.set $at (i32.add (local.get $at) (i32.const 16)))
        (br $on)))
    (i32.ne (local.get $found) (i32.const 0)))

  ;; Line feeds << 4, with 1 for anything that is not plain (printable ASCII, tabs, line feeds), 2 for anything that could act or hide, 4 for `]]>`, and 8 where `generated` stands in the first
  ;; 6,144 bytes, or begins there.
  (func (export "look") (param $length i32) (result i32)
    (local $at i32) (local $end i32) (local $sixteen v128) (local $feeds i32) (local $lines i32) (local $odd i32) (local $closing i32) (local $wild i32) (local $high i32) (local $bit i32)
    (local.set $at (i32.const 0x40))
    (local.set $end (i32.add (local.get $at) (local.get $length)))
    ;; What lies behind the end counts for nothing.
    (v128.store (local.get $end) (v128.const i8x16 32 32 32 32 32 32 32 32 32 32 32 32 32 32 32 32))
    (v128.store offset=16 (local.get $end) (v128.const i8x16 32 32 32 32 32 32 32 32 32 32 32 32 32 32 32 32))
    (block $done
      (loop $on
        (br_if $done (i32.ge_u (local.get $at) (local.get $end)))
        (local.set $sixteen (v128.load (local.get $at)))
        (local.set $feeds (i8x16.bitmask (i8x16.eq (local.get $sixteen) (v128.const i8x16 10 10 10 10 10 10 10 10 10 10 10 10 10 10 10 10))))
        (local.set $lines (i32.add (local.get $lines) (i32.popcnt (local.get $feeds))))
        (local.set $high (i8x16.bitmask (local.get $sixteen)))
        (local.set $odd (i32.or (local.get $odd) (local.get $high)))
        ;; Neither from 0x20 on, nor a tab, nor a line feed; or 0x7f.
        (local.set $wild (i32.or (local.get $wild) (i32.or
          (i32.xor (i32.const 0xffff) (i32.or (local.get $feeds) (i8x16.bitmask (v128.or
            (i8x16.add_sat_u (local.get $sixteen) (v128.const i8x16 96 96 96 96 96 96 96 96 96 96 96 96 96 96 96 96))
            (i8x16.eq (local.get $sixteen) (v128.const i8x16 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9))))))
          (i8x16.bitmask (i8x16.eq (local.get $sixteen) (v128.const i8x16 127 127 127 127 127 127 127 127 127 127 127 127 127 127 127 127))))))
        (local.set $closing (i32.or (local.get $closing) (i8x16.bitmask (v128.and
          (i8x16.eq (local.get $sixteen) (v128.const i8x16 93 93 93 93 93 93 93 93 93 93 93 93 93 93 93 93))
          (v128.and
            (i8x16.eq (v128.load offset=1 (local.get $at)) (v128.const i8x16 93 93 93 93 93 93 93 93 93 93 93 93 93 93 93 93))
            (i8x16.eq (v128.load offset=2 (local.get $at)) (v128.const i8x16 62 62 62 62 62 62 62 62 62 62 62 62 62 62 62 62)))))))
        ;; Characters that are not ASCII, one by one: where one was wild, the others need not be looked at.
        (if (i32.and (i32.ne (local.get $high) (i32.const 0)) (i32.eqz (local.get $wild)))
          (then
            (loop $characters
              (local.set $bit (i32.wrap_i64 (i64.ctz (i64.extend_i32_u (local.get $high)))))
              ;; Bytes that go on with a character say nothing by themselves.
              (if (i32.ge_u (i32.load8_u (i32.add (local.get $at) (local.get $bit))) (i32.const 0xc0))
                (then (local.set $wild (i32.or (local.get $wild) (call $isWild (i32.add (local.get $at) (local.get $bit)))))))
              (local.set $high (i32.and (local.get $high) (i32.sub (local.get $high) (i32.const 1))))
              (br_if $characters (local.get $high)))))
        (local.set $at (i32.add (local.get $at) (i32.const 16)))
        (br $on)))
    (i32.or (i32.shl (local.get $lines) (i32.const 4)) (i32.or (i32.shl (call $isGenerated (i32.const 0x40) (select (local.get $end) (i32.const 0x1840) (i32.lt_u (local.get $end) (i32.const 0x1840)))) (i32.const 3)) (i32.or
      (i32.ne (i32.or (local.get $odd) (local.get $wild)) (i32.const 0))
      (i32.or
        (i32.shl (i32.ne (local.get $wild) (i32.const 0)) (i32.const 1))
        (i32.shl (i32.ne (local.get $closing) (i32.const 0)) (i32.const 2))))))))
