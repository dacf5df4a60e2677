;; The quick half of the search for secrets: goes over a text and stops where a rule could find something. What it asks for is needed by a rule and not enough for it;
;; suspects.ts looks closer. scripts/build-modules.mjs makes suspects-module.ts of it.
;;
;; Memory, filled by suspects.ts:
;;   0x00000  KINDS    what a byte can be: 1 part of a run, 2 a sign, 4 blank, 8 quote, 16 gives a value, 32 goes on in a token, 64 part of a value, 128 ends the name of a login
;;   0x00100  what could be found (groups), and where the run before it begins
;;   0x00200  TRAITS   what else a byte can be: 1 part of a value without quotes, 2 opens a text, 4 part of any value, 8 follows a value without quotes, 16 stands before a quote, 32 stands between
;;                     a name and the quote before its value, 64 part of a sign that gives a value, 128 part of a value without a digit
;;   0x00400  CORES    the lengths of words before a tail with the same two last letters, by five bits of each: 1 for two letters, 2 for three and so on up to eight
;;   0x00800  where the BEGINNINGS with a first byte are, four bytes each; 0 where there is none
;;   0x00c00  BEGINNINGS of tokens, up to eight bytes each, how many bits are missing to eight, and the length that the run has at least; zeros behind those with the same first byte
;;   0x04000  ENDS     the lengths of endings of names with the same three last letters: 1 for three letters, 2 for four and so on up to eight
;;   0x08000  ENDINGS  words of two to eight letters and what each says at the end of a run: 1 a tail, 2 what may stand before a tail, 32 placed, 64 a name, 256 a fence, 512 placed
;;                     when a blank follows, 1024 a name whose value may be short, 2048 a maker, 4096 a name that needs no maker
;;   0x0c000  NAMES    the letters that can stand before the three last of such endings, by those three: one bit each for the fourth last, then for the fifth last
;;   0x10000  STARTS   which characters can be the fourth of a token, by its first three: one bit each, by its five lowest bits; first for runs of up to nine, then for longer ones
;;   0x30040  the text, with a line feed before and zeros behind it
;; ENDS, NAMES and STARTS are found by a hash alone, so that what they say is sometimes said of other letters too.
;;
;; A run is letters, digits, _ and -. Groups: 2 tokens, 4 discord, 8 telegram, 16 azure, 32 placed, 64 named, 128 a login, 256 the fence of a private key.
(module
  (memory (export "memory") 10)
  ;; The kind of the byte at a place is (i32.load8_u (i32.load8_u place)), written out each time: engines do not put a function where it is called.

  ;; The first place from $at on where something could be found; the groups are 0 when there is none. No run begins before $at.
  ;;
  ;; 64 bytes are looked at together, one bit a byte; a run that goes on behind them is left for the next 64. First only what cannot be is ruled out, without a
  ;; branch for each run; nearly always nothing is left then.
  (func (export "next") (param $at i32) (param $end i32) (result i32)
    (local $begin i32) (local $shift i64) (local $sixteen v128) (local $low v128) (local $high v128) (local $classes v128) (local $signClasses v128)
    (local $runs i64) (local $names i64) (local $tokens i64) (local $left i64) (local $starts i64) (local $ends i64) (local $long i64) (local $bit i64)
    (local $last i64) (local $start i32) (local $place i32) (local $found i32)
    (block $none
      (loop $stretches
        (br_if $none (i32.ge_u (local.get $at) (local.get $end)))
        (local.set $runs (i64.const 0))
        (local.set $names (i64.const 0))
        (local.set $tokens (i64.const 0))
        (local.set $left (i64.const 0))
        (local.set $shift (i64.const 0))
        (local.set $begin (local.get $at))
        ;; What the low half of a byte may be and what the high half may be: the classes that both allow. Some take in more than they should.
        (loop $sixteens
          (local.set $sixteen (v128.load (local.get $begin)))
          (local.set $low (v128.and (local.get $sixteen) (v128.const i8x16 15 15 15 15 15 15 15 15 15 15 15 15 15 15 15 15)))
          (local.set $high (v128.and (i16x8.shr_u (local.get $sixteen) (i32.const 4)) (v128.const i8x16 15 15 15 15 15 15 15 15 15 15 15 15 15 15 15 15)))
          ;; From 8 on parts of runs, 4 goes on in a token, 2 and 1 follow a name,
          (local.set $classes (v128.and
            (i8x16.swizzle (v128.const i8x16 0x51 0xd1 0xd1 0xd0 0xd0 0xd0 0xd0 0xd1 0xd1 0xd0 0xc2 0x85 0x83 0x8b 0x86 0xa6) (local.get $low))
            (i8x16.swizzle (v128.const i8x16 0x01 0 0x0d 0x12 0x80 0x61 0x81 0x45 0 0 0 0 0 0 0 0) (local.get $high))))
          ;; 1 a dot, 2 a colon, 16 a tilde, 64 a tab, 128 an equals sign.
          (local.set $signClasses (v128.and
            (i8x16.swizzle (v128.const i8x16 0 0 0 0 0 0 0 0 0 0x40 0x02 0 0 0x80 0x11 0) (local.get $low))
            (i8x16.swizzle (v128.const i8x16 0x40 0 0x01 0x82 0 0 0 0x10 0 0 0 0 0 0 0 0) (local.get $high))))
          (local.set $runs (i64.or (local.get $runs) (i64.shl
            (i64.extend_i32_u (i8x16.bitmask (i8x16.add_sat_u (local.get $classes)
              (v128.const i8x16 0x78 0x78 0x78 0x78 0x78 0x78 0x78 0x78 0x78 0x78 0x78 0x78 0x78 0x78 0x78 0x78))))
            (local.get $shift))))
          (local.set $names (i64.or (local.get $names) (i64.shl
            (i64.extend_i32_u (i8x16.bitmask (v128.or (i16x8.shl (local.get $signClasses) (i32.const 1))
              (v128.or (i16x8.shl (local.get $classes) (i32.const 6)) (i16x8.shl (local.get $classes) (i32.const 7))))))
            (local.get $shift))))
          (local.set $tokens (i64.or (local.get $tokens) (i64.shl
            (i64.extend_i32_u (i8x16.bitmask (v128.or (local.get $signClasses) (i16x8.shl (local.get $classes) (i32.const 5)))))
            (local.get $shift))))
          ;; A dot matters before s, o and c, and seven before another dot; a colon before A and /; the other signs are rare.
          (local.set $sixteen (v128.load offset=1 (local.get $begin)))
          (local.set $classes (v128.and
            (i8x16.swizzle (v128.const i8x16 0x1c 0x1e 0x1c 0x1d 0x1c 0x1c 0x1c 0x1c 0x1c 0x1c 0x1c 0x1c 0x1c 0x1c 0x1c 0x1f)
              (v128.and (local.get $sixteen) (v128.const i8x16 15 15 15 15 15 15 15 15 15 15 15 15 15 15 15 15)))
            (i8x16.swizzle (v128.const i8x16 0x1c 0x1c 0x1e 0x1c 0x1e 0x1c 0x1d 0x1d 0x1c 0x1c 0x1c 0x1c 0x1c 0x1c 0x1c 0x1c)
              (v128.and (i16x8.shr_u (local.get $sixteen) (i32.const 4)) (v128.const i8x16 15 15 15 15 15 15 15 15 15 15 15 15 15 15 15 15)))))
          (local.set $classes (v128.or (local.get $classes)
            (i8x16.eq (v128.load offset=7 (local.get $begin)) (v128.const i8x16 46 46 46 46 46 46 46 46 46 46 46 46 46 46 46 46))))
          (local.set $left (i64.or (local.get $left) (i64.shl
            (i64.extend_i32_u (i8x16.bitmask (i8x16.add_sat_u (v128.and (local.get $signClasses) (local.get $classes))
              (v128.const i8x16 127 127 127 127 127 127 127 127 127 127 127 127 127 127 127 127))))
            (local.get $shift))))
          (local.set $begin (i32.add (local.get $begin) (i32.const 16)))
          (local.set $shift (i64.add (local.get $shift) (i64.const 16)))
          (br_if $sixteens (i64.lt_u (local.get $shift) (i64.const 64))))
        ;; A run that fills all of it.
        (if (i64.eq (local.get $runs) (i64.const -1))
          (then
            (local.set $start (local.get $at))
            (local.set $at (local.get $begin))
            (loop $run
              (if (i32.and (i32.load8_u (i32.load8_u (local.get $at))) (i32.const 1))
                (then
                  (local.set $at (i32.add (local.get $at) (i32.const 1)))
                  (br $run))))
            (local.set $found (call $at (local.get $start) (local.get $at)))
            (if (local.get $found) (then (return (call $tell (local.get $found) (local.get $start) (local.get $at)))))
            (local.set $at (i32.add (local.get $at) (i32.const 1)))
            (br $stretches)))
        (local.set $starts (i64.and (local.get $runs) (i64.xor (i64.const -1) (i64.shl (local.get $runs) (i64.const 1)))))
        ;; Where runs have ended: the bytes behind them.
        (local.set $ends (i64.and (i64.xor (i64.const -1) (local.get $runs)) (i64.shl (local.get $runs) (i64.const 1))))
        ;; The last five letters say whether a run of two or more could be a name; a digit may be a tail.
        (local.set $names (i64.and (local.get $names) (i64.and (local.get $ends) (i64.xor (i64.const -1) (i64.shl (local.get $starts) (i64.const 1))))))
        (block $named
          (loop $on
            (br_if $named (i64.eqz (local.get $names)))
            (local.set $bit (i64.ctz (local.get $names)))
            (local.set $names (i64.and (local.get $names) (i64.sub (local.get $names) (i64.const 1))))
            (local.set $last (i64.load (i32.sub (i32.add (local.get $at) (i32.wrap_i64 (local.get $bit))) (i32.const 8))))
            (local.set $place (i32.and (i32.const 0x3ff8) (i32.shr_u
              (i32.mul (i32.or (i32.wrap_i64 (i64.shr_u (local.get $last) (i64.const 40))) (i32.const 0x202020)) (i32.const 0x9e3779b1))
              (i32.const 18))))
            ;; Of a number of bits to shift by, five count.
            (local.set $left (i64.or (local.get $left) (i64.shl
              (i64.extend_i32_u (i32.or
                (i32.and (i32.const 1) (i32.and
                  (i32.shr_u (i32.load offset=0xc000 (local.get $place)) (i32.wrap_i64 (i64.shr_u (local.get $last) (i64.const 32))))
                  (i32.shr_u (i32.load offset=0xc004 (local.get $place)) (i32.wrap_i64 (i64.shr_u (local.get $last) (i64.const 24))))))
                (i32.lt_u (i32.sub (i32.wrap_i64 (i64.shr_u (local.get $last) (i64.const 56))) (i32.const 48)) (i32.const 10))))
              (local.get $bit))))
            (br $on)))
        ;; A token is longer than nine, or goes on behind a sign.
        (local.set $long (i64.and (local.get $runs) (i64.shl (local.get $runs) (i64.const 1))))
        (local.set $bit (i64.and (local.get $long) (i64.shl (local.get $long) (i64.const 2))))
        (local.set $bit (i64.and (local.get $bit) (i64.shl (local.get $bit) (i64.const 4))))
        (local.set $long (i64.shl (i64.and (local.get $bit) (i64.shl (local.get $long) (i64.const 8))) (i64.const 1)))
        (local.set $tokens (i64.and (local.get $ends) (i64.or (local.get $tokens) (local.get $long))))
        (block $begun
          (loop $on
            (br_if $begun (i64.eqz (local.get $tokens)))
            (local.set $bit (i64.and (local.get $tokens) (i64.sub (i64.const 0) (local.get $tokens))))
            (local.set $tokens (i64.xor (local.get $tokens) (local.get $bit)))
            (local.set $start (i32.add (local.get $at) (i32.sub (i32.const 63)
              (i32.wrap_i64 (i64.clz (i64.and (local.get $starts) (i64.sub (local.get $bit) (i64.const 1))))))))
            (local.set $place (i32.load (local.get $start)))
            ;; The same as $begun, written out.
            (local.set $left (i64.or (local.get $left) (i64.and (local.get $bit) (i64.sub (i64.const 0) (i64.extend_i32_u
              (i32.and (i32.const 1) (i32.shr_u
                (i32.load offset=0x10000 (i32.or
                  (i32.shl (i32.shr_u (i32.mul (i32.and (local.get $place) (i32.const 0xffffff)) (i32.const 0x9e3779b1)) (i32.const 18)) (i32.const 3))
                  (i32.shl (i64.ne (i64.const 0) (i64.and (local.get $bit) (local.get $long))) (i32.const 2))))
                (i32.shr_u (local.get $place) (i32.const 24)))))))))
            (br $on)))
        (block $done
          (loop $on
            (br_if $done (i64.eqz (local.get $left)))
            (local.set $bit (i64.and (local.get $left) (i64.sub (i64.const 0) (local.get $left))))
            (local.set $left (i64.xor (local.get $left) (local.get $bit)))
            (local.set $place (i32.add (local.get $at) (i32.wrap_i64 (i64.ctz (local.get $bit)))))
            (local.set $start (local.get $place))
            (if (i64.ne (i64.and (local.get $ends) (local.get $bit)) (i64.const 0))
              (then (local.set $start (i32.add (local.get $at) (i32.sub (i32.const 63)
                (i32.wrap_i64 (i64.clz (i64.and (local.get $starts) (i64.sub (local.get $bit) (i64.const 1))))))))))
            (local.set $found (call $at (local.get $start) (local.get $place)))
            (if (local.get $found) (then (return (call $tell (local.get $found) (local.get $start) (local.get $place)))))
            (br $on)))
        (local.set $at (i32.sub (local.get $begin) (i32.wrap_i64 (i64.clz (i64.xor (i64.const -1) (local.get $runs))))))
        (br $stretches)))
    (call $tell (i32.const 0) (i32.const 0) (local.get $end)))

  (func $tell (param $found i32) (param $start i32) (param $at i32) (result i32)
    (i32.store offset=0x100 (i32.const 0) (local.get $found))
    (i32.store offset=0x104 (i32.const 0) (local.get $start))
    (local.get $at))

  ;; What could be found where a run ends or at a sign; a run is empty where none stands before the sign.
  (func $at (param $start i32) (param $at i32) (result i32)
    (local $kind i32) (local $found i32) (local $lengths i32)
    (local.set $kind (i32.load8_u (i32.load8_u (local.get $at))))
    (if (i32.lt_u (local.get $start) (local.get $at))
      (then
        (if (i32.or (i32.gt_u (i32.sub (local.get $at) (local.get $start)) (i32.const 9)) (i32.and (local.get $kind) (i32.const 32)))
          (then (if (call $begun (local.get $start) (local.get $at)) (then (local.set $found (i32.shl (call $beginning (local.get $start) (local.get $at)) (i32.const 1)))))))
        ;; A quote, a blank or a sign follows a name.
        (if (i32.and (local.get $kind) (i32.const 28))
          (then
            (local.set $lengths (i32.load8_u offset=0x4000 (i32.shr_u
              (i32.mul (i32.or (i32.shr_u (i32.load (i32.sub (local.get $at) (i32.const 4))) (i32.const 8)) (i32.const 0x202020)) (i32.const 0x9e3779b1))
              (i32.const 18))))
            (local.set $found (i32.or (local.get $found) (call $ended (local.get $start) (local.get $at) (local.get $lengths))))))))
    (if (i32.and (local.get $kind) (i32.const 2))
      (then (local.set $found (i32.or (local.get $found) (call $sign (local.get $start) (local.get $at))))))
    (local.get $found))

  ;; Which of 16384 places in a table belongs to three bytes. Written out where it is needed, as kinds are.
  (func (export "third") (param $bytes i32) (result i32)
    (i32.shr_u (i32.mul (local.get $bytes) (i32.const 0x9e3779b1)) (i32.const 18)))

  ;; Where the table has the letters that end here, or where they would be put. They are made small; letters that are missing to eight are blanks.
  (func $entry (param $end i32) (param $length i32) (result i32)
    (local $letters i64) (local $at i32)
    (local.set $letters (call $letters (local.get $end) (local.get $length)))
    (local.set $at (i32.shl (i32.wrap_i64 (i64.shr_u (i64.mul (local.get $letters) (i64.const 0x9e3779b97f4a7c15)) (i64.const 54))) (i32.const 4)))
    (loop $on
      (if (i32.eqz (i32.or
          (i64.eq (i64.load offset=0x8000 (local.get $at)) (local.get $letters))
          (i64.eqz (i64.load offset=0x8000 (local.get $at)))))
        (then
          (local.set $at (i32.and (i32.add (local.get $at) (i32.const 16)) (i32.const 0x3ff0)))
          (br $on))))
    (local.get $at))

  (func $letters (param $end i32) (param $length i32) (result i64)
    (i64.or
      (i64.shr_u (i64.load (i32.sub (local.get $end) (i32.const 8))) (i64.extend_i32_u (i32.sub (i32.const 64) (i32.shl (local.get $length) (i32.const 3)))))
      (i64.const 0x2020202020202020)))

  ;; Puts a word into the table, or adds to what it says.
  (func (export "enter") (param $end i32) (param $length i32) (param $says i32)
    (local $at i32)
    (local.set $at (call $entry (local.get $end) (local.get $length)))
    (i64.store offset=0x8000 (local.get $at) (call $letters (local.get $end) (local.get $length)))
    (i32.store offset=0x8008 (local.get $at) (i32.or (i32.load offset=0x8008 (local.get $at)) (local.get $says))))

  ;; 1 when a token could begin with a run.
  (func $begun (param $start i32) (param $end i32) (result i32)
    (local $four i32)
    (local.set $four (i32.load (local.get $start)))
    (i32.and (i32.const 1) (i32.shr_u
      (i32.load offset=0x10000 (i32.or
        (i32.shl (i32.shr_u (i32.mul (i32.and (local.get $four) (i32.const 0xffffff)) (i32.const 0x9e3779b1)) (i32.const 18)) (i32.const 3))
        (i32.shl (i32.gt_u (i32.sub (local.get $end) (local.get $start)) (i32.const 9)) (i32.const 2))))
      (i32.and (i32.const 31) (i32.shr_u (local.get $four) (i32.const 24))))))

  ;; 1 when a token does begin with a run, by its first eight letters and the length of the run.
  (func $beginning (param $start i32) (param $end i32) (result i32)
    (local $at i32) (local $letters i64)
    (local.set $letters (i64.load (local.get $start)))
    (local.set $at (i32.load offset=0x800 (i32.shl (i32.load8_u (local.get $start)) (i32.const 2))))
    (if (i32.eqz (local.get $at)) (then (return (i32.const 0))))
    (loop $on
      (if (i64.eqz (i64.shl (i64.xor (local.get $letters) (i64.load (local.get $at))) (i64.extend_i32_u (i32.load offset=8 (local.get $at)))))
        (then (if (i32.ge_u (i32.sub (local.get $end) (local.get $start)) (i32.load offset=12 (local.get $at))) (then (return (i32.const 1))))))
      (local.set $at (i32.add (local.get $at) (i32.const 16)))
      (br_if $on (i32.load8_u (local.get $at))))
    (i32.const 0))

  ;; What a run of two or more could be, by endings of some lengths.
  (func $ended (param $start i32) (param $end i32) (param $lengths i32) (result i32)
    (local $found i32) (local $length i32)
    (if (i32.lt_u (i32.sub (local.get $end) (local.get $start)) (i32.const 2)) (then (return (i32.const 0))))
    (local.set $length (i32.const 3))
    (loop $on
      (if (i32.and (local.get $lengths) (i32.const 1))
        (then (local.set $found (i32.or (local.get $found) (call $word (local.get $end) (local.get $length))))))
      (local.set $length (i32.add (local.get $length) (i32.const 1)))
      (local.set $lengths (i32.shr_u (local.get $lengths) (i32.const 1)))
      (br_if $on (local.get $lengths)))
    ;; One digit or two are a tail as well.
    (if (call $digit (local.get $end))
      (then
        (local.set $found (i32.or (local.get $found) (call $tailed (i32.sub (local.get $end) (i32.const 1)))))
        (if (call $digit (i32.sub (local.get $end) (i32.const 1)))
          (then (local.set $found (i32.or (local.get $found) (call $tailed (i32.sub (local.get $end) (i32.const 2)))))))))
    (if (i32.and (local.get $found) (i32.const 512))
      (then (local.set $found (i32.or (local.get $found) (i32.shl (call $spaced (local.get $end)) (i32.const 5))))))
    (if (i32.eq (i32.and (local.get $found) (i32.const 0x1040)) (i32.const 64))
      (then (if (i32.eqz (call $made (local.get $start) (local.get $end))) (then (local.set $found (i32.and (local.get $found) (i32.const 288)))))))
    (if (i32.and (local.get $found) (i32.const 64))
      (then
        (local.set $length (select (i32.const 4) (i32.const 8) (i32.and (local.get $found) (i32.const 1024))))
        (local.set $found (i32.or (i32.and (local.get $found) (i32.const 288)) (i32.or
          (i32.shl (call $valued (local.get $start) (local.get $end) (local.get $length)) (i32.const 6))
          (i32.shl (call $placed (local.get $start) (local.get $end)) (i32.const 5)))))))
    (i32.and (local.get $found) (i32.const 352)))

  ;; 1 when a blank follows, and eight parts of a value behind "bearer" and "basic", which end with r and c.
  (func $spaced (param $end i32) (result i32)
    (local $last i32) (local $behind i32)
    (local.set $behind (call $while (local.get $end) (i32.const 4) (i32.const 4)))
    (if (i32.eq (local.get $behind) (local.get $end)) (then (return (i32.const 0))))
    (local.set $last (i32.or (i32.load8_u (i32.sub (local.get $end) (i32.const 1))) (i32.const 32)))
    (if (i32.or (i32.eq (local.get $last) (i32.const 114)) (i32.eq (local.get $last) (i32.const 99))) (then (return (call $lettered (local.get $behind) (i32.const 8)))))
    (i32.const 1))

  ;; Whether the word of a maker ends somewhere in the last 64 bytes of a name, with 64 more before it where a dot joins them.
  (func $made (param $start i32) (param $end i32) (result i32)
    (local $lengths i32) (local $length i32)
    (local.set $length (i32.gt_u (i32.sub (local.get $end) (local.get $start)) (i32.const 64)))
    (if (i32.eq (i32.load8_u (i32.sub (local.get $start) (i32.const 1))) (i32.const 46))
      (then
        ;; Of a long name parts are put together that do not stand side by side.
        (if (local.get $length) (then (return (i32.const 1))))
        (local.set $start (i32.sub (local.get $start) (i32.const 64))))
      (else (if (local.get $length) (then (local.set $start (i32.sub (local.get $end) (i32.const 64)))))))
    (loop $on
      (local.set $lengths (i32.load8_u offset=0x4000 (i32.shr_u
        (i32.mul (i32.or (i32.shr_u (i32.load (i32.sub (local.get $end) (i32.const 4))) (i32.const 8)) (i32.const 0x202020)) (i32.const 0x9e3779b1))
        (i32.const 18))))
      (local.set $length (i32.const 3))
      (block $none
        (loop $longer
          (br_if $none (i32.eqz (local.get $lengths)))
          (if (i32.and (local.get $lengths) (i32.const 1))
            (then (if (i32.and (i32.load offset=0x8008 (call $entry (local.get $end) (local.get $length))) (i32.const 2048)) (then (return (i32.const 1))))))
          (local.set $length (i32.add (local.get $length) (i32.const 1)))
          (local.set $lengths (i32.shr_u (local.get $lengths) (i32.const 1)))
          (br $longer)))
      (local.set $end (i32.sub (local.get $end) (i32.const 1)))
      (br_if $on (i32.gt_u (local.get $end) (local.get $start))))
    (i32.const 0))

  (func $digit (param $end i32) (result i32)
    (i32.lt_u (i32.sub (i32.load8_u (i32.sub (local.get $end) (i32.const 1))) (i32.const 48)) (i32.const 10)))

  ;; What a word says at the end of a run: a tail says what stands before it.
  (func $word (param $end i32) (param $length i32) (result i32)
    (local $says i32)
    (local.set $says (i32.load offset=0x8008 (call $entry (local.get $end) (local.get $length))))
    (if (i32.and (local.get $says) (i32.const 1))
      (then (local.set $says (i32.or (local.get $says) (call $tailed (i32.sub (local.get $end) (local.get $length)))))))
    (i32.and (local.get $says) (i32.const 0x1760)))

  ;; 64 when what stands before a tail makes it a name, with what else that says of it. A dot can only be there when all of the run is the tail: it joins the run to what stands before it.
  (func $tailed (param $end i32) (result i32)
    (local $length i32) (local $lengths i32) (local $joint i32) (local $says i32) (local $found i32)
    (local.set $joint (i32.load8_u (i32.sub (local.get $end) (i32.const 1))))
    ;; - or . or _
    (if (i32.or (i32.lt_u (i32.sub (local.get $joint) (i32.const 45)) (i32.const 2)) (i32.eq (local.get $joint) (i32.const 95)))
      (then (local.set $end (i32.sub (local.get $end) (i32.const 1)))))
    (local.set $lengths (i32.load8_u offset=0x400 (i32.or
      (i32.shl (i32.and (i32.load8_u (i32.sub (local.get $end) (i32.const 2))) (i32.const 31)) (i32.const 5))
      (i32.and (i32.load8_u (i32.sub (local.get $end) (i32.const 1))) (i32.const 31)))))
    (local.set $length (i32.const 2))
    (block $none
      (loop $on
        (br_if $none (i32.eqz (local.get $lengths)))
        (if (i32.and (local.get $lengths) (i32.const 1))
          (then
            (local.set $says (i32.load offset=0x8008 (call $entry (local.get $end) (local.get $length))))
            (if (i32.and (local.get $says) (i32.const 2)) (then (local.set $found (i32.or (local.get $found) (i32.or (i32.and (local.get $says) (i32.const 0x1400)) (i32.const 64))))))))
        (local.set $length (i32.add (local.get $length) (i32.const 1)))
        (local.set $lengths (i32.shr_u (local.get $lengths) (i32.const 1)))
        (br $on)))
    (local.get $found))

  ;; Where up to $most bytes of a kind end.
  (func $while (param $at i32) (param $most i32) (param $kind i32) (result i32)
    (local.set $most (i32.add (local.get $at) (local.get $most)))
    (loop $on
      (if (i32.lt_u (local.get $at) (local.get $most))
        (then (if (i32.and (i32.load8_u (i32.load8_u (local.get $at))) (local.get $kind))
          (then (local.set $at (i32.add (local.get $at) (i32.const 1))) (br $on))))))
    (local.get $at))

  ;; Where up to $most bytes with a trait end.
  (func $traits (param $at i32) (param $most i32) (param $trait i32) (result i32)
    (local.set $most (i32.add (local.get $at) (local.get $most)))
    (loop $on
      (if (i32.lt_u (local.get $at) (local.get $most))
        (then (if (i32.and (i32.load8_u offset=0x200 (i32.load8_u (local.get $at))) (local.get $trait))
          (then (local.set $at (i32.add (local.get $at) (i32.const 1))) (br $on))))))
    (local.get $at))

  ;; Whether a value of $least bytes or more follows that could be a secret: behind a sign after quotes and blanks; behind a quote, "by", "value" or a type after blanks; or behind a flag.
  ;; What is asked here is asked by the patterns of named.ts and by plausible.ts as well.
  (func $valued (param $start i32) (param $at i32) (param $least i32) (result i32)
    (local $blank i32) (local $behind i32) (local $byte i32)
    (local.set $blank (call $while (local.get $at) (i32.const 5) (i32.const 8)))
    (local.set $behind (call $while (local.get $blank) (i32.const 37) (i32.const 4)))
    (local.set $byte (i32.load8_u (local.get $behind)))
    ;; Behind a flag a value may begin with anything. The letter of an escape may stand before the flag.
    (if (i32.and (i32.ne (local.get $behind) (local.get $at)) (i32.or
          (i32.eq (i32.load16_u (local.get $start)) (i32.const 0x2d2d))
          (i32.eq (i32.load16_u offset=1 (local.get $start)) (i32.const 0x2d2d))))
      (then (return (i32.const 1))))
    ;; A comma or a bracket; two bars.
    (if (i32.or (i32.eq (local.get $byte) (i32.const 44)) (i32.eq (local.get $byte) (i32.const 40)))
      (then (return (call $literal (i32.add (local.get $behind) (i32.const 1)) (local.get $least)))))
    (if (i32.eq (local.get $byte) (i32.const 124)) (then (return (call $literal (i32.add (local.get $behind) (i32.const 2)) (local.get $least)))))
    (if (i32.and (i32.load8_u (local.get $byte)) (i32.const 16))
      (then
        (if (call $given (local.get $behind) (local.get $least)) (then (return (i32.const 1))))
        (if (call $bare (local.get $start) (local.get $at) (local.get $least)) (then (return (i32.const 1))))
        (return (call $element (local.get $at) (local.get $least)))))
    (if (i32.eq (local.get $behind) (local.get $blank)) (then (return (i32.const 0))))
    (if (call $literal (local.get $behind) (local.get $least)) (then (return (i32.const 1))))
    ;; s, [, *, b or v; 32 makes letters small and { of [.
    (local.set $byte (i32.or (local.get $byte) (i32.const 32)))
    (if (i32.or
          (i32.or (i32.eq (local.get $byte) (i32.const 115)) (i32.eq (local.get $byte) (i32.const 123)))
          (i32.or (i32.eq (local.get $byte) (i32.const 42)) (i32.or (i32.eq (local.get $byte) (i32.const 98)) (i32.eq (local.get $byte) (i32.const 118)))))
      (then (return (call $between (local.get $behind) (local.get $least)))))
    (i32.const 0))

  ;; A value in quotes behind a sign, at once or behind a type, another value or a call.
  (func $given (param $at i32) (param $least i32) (result i32)
    (local $byte i32) (local $next i32)
    (local.set $byte (i32.load8_u (local.get $at)))
    (local.set $next (i32.load8_u offset=1 (local.get $at)))
    ;; <- and != and ?= and += are signs; what begins with > is none.
    (if (i32.eq (local.get $byte) (i32.const 62)) (then (return (i32.const 0))))
    (if (i32.and (i32.eq (local.get $byte) (i32.const 60)) (i32.ne (local.get $next) (i32.const 45))) (then (return (i32.const 0))))
    (if (i32.or (i32.eq (local.get $byte) (i32.const 43)) (i32.or (i32.eq (local.get $byte) (i32.const 33)) (i32.eq (local.get $byte) (i32.const 63))))
      (then (if (i32.ne (local.get $next) (i32.const 61)) (then (return (i32.const 0))))))
    (local.set $next (call $while (call $traits (local.get $at) (i32.const 3) (i32.const 64)) (i32.const 32) (i32.const 4)))
    (local.set $byte (i32.load8_u (local.get $next)))
    ;; Nothing but the value begins with a quote, or with a stroke before it.
    (if (i32.or (i32.eq (local.get $byte) (i32.const 92)) (i32.and (i32.load8_u offset=0x200 (local.get $byte)) (i32.const 2)))
      (then (return (call $literal (local.get $next) (local.get $least)))))
    (call $between (local.get $at) (local.get $least)))

  ;; A value in quotes, behind all that may stand between a name and it, which is 182 bytes at most or a mark.
  (func $between (param $at i32) (param $least i32) (result i32)
    (local $most i32) (local $byte i32)
    (local.set $most (i32.add (local.get $at) (i32.const 200)))
    (loop $on
      (local.set $byte (i32.load8_u (local.get $at)))
      (if (i32.eqz (i32.and (i32.load8_u offset=0x200 (local.get $byte)) (i32.const 32))) (then (return (i32.const 0))))
      (local.set $at (i32.add (local.get $at) (i32.const 1)))
      (if (i32.and (i32.load8_u offset=0x200 (local.get $byte)) (i32.const 2))
        (then (if (call $quoted (local.get $at) (local.get $byte) (local.get $least)) (then (return (i32.const 1))))))
      (br_if $on (i32.lt_u (local.get $at) (local.get $most))))
    (i32.const 0))

  ;; A value in quotes, behind blanks, letters that say what kind of text it is, and strokes.
  (func $literal (param $at i32) (param $least i32) (result i32)
    (local $byte i32) (local $most i32)
    (local.set $at (call $traits (call $while (local.get $at) (i32.const 4) (i32.const 4)) (i32.const 2) (i32.const 16)))
    (local.set $most (i32.add (local.get $at) (i32.const 4)))
    (loop $on
      (local.set $byte (i32.load8_u (local.get $at)))
      (local.set $at (i32.add (local.get $at) (i32.const 1)))
      (br_if $on (i32.and (i32.eq (local.get $byte) (i32.const 92)) (i32.lt_u (local.get $at) (local.get $most)))))
    (if (i32.and (i32.load8_u offset=0x200 (local.get $byte)) (i32.const 2)) (then (return (call $quoted (local.get $at) (local.get $byte) (local.get $least)))))
    (i32.const 0))

  ;; A value of 400 bytes at most up to a quote. In other quotes than " no quote stands. Marks may stand before the value.
  (func $quoted (param $start i32) (param $quote i32) (param $least i32) (result i32)
    (local $at i32) (local $byte i32) (local $traits i32)
    (local.set $at (local.get $start))
    (if (i32.ge_u (i32.load8_u (local.get $at)) (i32.const 128)) (then (return (i32.const 1))))
    (block $closed
      (loop $on
        (local.set $byte (i32.load8_u (local.get $at)))
        (local.set $traits (i32.load8_u offset=0x200 (local.get $byte)))
        (if (i32.eqz (i32.and (local.get $traits) (i32.const 4))) (then (return (i32.const 0))))
        (br_if $closed (i32.and (i32.and (local.get $traits) (i32.const 2)) (i32.shl (i32.or (i32.eq (local.get $byte) (local.get $quote)) (i32.ne (local.get $quote) (i32.const 34))) (i32.const 1))))
        (local.set $at (i32.add (local.get $at) (i32.const 1)))
        (br_if $on (i32.le_u (i32.sub (local.get $at) (local.get $start)) (i32.const 400))))
      (return (i32.const 0)))
    (if (i32.ne (local.get $byte) (local.get $quote)) (then (return (i32.const 0))))
    (call $fits (local.get $start) (local.get $at) (local.get $least)))

  ;; A value without quotes behind a colon or an equals sign: behind = at once, up to the quote that stands before the name, or up to the end of the line or a remark.
  (func $bare (param $start i32) (param $at i32) (param $least i32) (result i32)
    (local $sign i32) (local $from i32) (local $byte i32)
    (local.set $from (call $while (local.get $at) (i32.const 32) (i32.const 4)))
    (local.set $sign (i32.load8_u (local.get $from)))
    (if (i32.and (i32.ne (local.get $sign) (i32.const 58)) (i32.ne (local.get $sign) (i32.const 61))) (then (return (i32.const 0))))
    (local.set $sign (i32.and (i32.eq (local.get $sign) (i32.const 61)) (i32.eq (local.get $from) (local.get $at))))
    (local.set $from (call $while (i32.add (local.get $from) (i32.const 1)) (i32.const 32) (i32.const 4)))
    ;; 1 when it follows the name at once.
    (local.set $sign (i32.and (local.get $sign) (i32.eq (local.get $from) (i32.add (local.get $at) (i32.const 1)))))
    (local.set $at (call $traits (local.get $from) (i32.const 200) (i32.const 1)))
    (if (i32.eqz (call $fits (local.get $from) (local.get $at) (local.get $least))) (then (return (i32.const 0))))
    (local.set $byte (i32.load8_u (local.get $at)))
    (if (i32.and (local.get $sign) (i32.shr_u (i32.load8_u offset=0x200 (local.get $byte)) (i32.const 3))) (then (return (i32.const 1))))
    (if (i32.and (i32.load8_u offset=0x200 (local.get $byte)) (i32.const 2))
      (then (return (i32.eq (local.get $byte) (i32.load8_u (i32.sub (local.get $start) (i32.const 1)))))))
    ;; A stroke, #, or the end of the line or of the text.
    (local.set $byte (i32.load8_u (call $while (local.get $at) (i32.const 9) (i32.const 4))))
    (i32.or
      (i32.or (i32.eq (local.get $byte) (i32.const 10)) (i32.eq (local.get $byte) (i32.const 13)))
      (i32.or (i32.eqz (local.get $byte)) (i32.or (i32.eq (local.get $byte) (i32.const 92)) (i32.eq (local.get $byte) (i32.const 35))))))

  ;; All that stands between > and </.
  (func $element (param $at i32) (param $least i32) (result i32)
    (local $end i32)
    (if (i32.ne (i32.load8_u (local.get $at)) (i32.const 62)) (then (return (i32.const 0))))
    (local.set $at (i32.add (local.get $at) (i32.const 1)))
    (local.set $end (call $traits (local.get $at) (i32.const 200) (i32.const 4)))
    (if (i32.ne (i32.load16_u (local.get $end)) (i32.const 0x2f3c)) (then (return (i32.const 0))))
    (call $fits (local.get $at) (local.get $end) (local.get $least)))

  ;; Whether a value is long enough, no path and no address. One that may not be short has a digit, or fourteen bytes, or nothing but letters and a few signs.
  (func $fits (param $start i32) (param $end i32) (param $least i32) (result i32)
    (local $at i32) (local $byte i32) (local $digit i32) (local $odd i32)
    (if (i32.lt_u (i32.sub (local.get $end) (local.get $start)) (local.get $least)) (then (return (i32.const 0))))
    (local.set $byte (i32.load8_u (local.get $start)))
    ;; / and @ and ^ and a stroke; ./ and ../
    (if (i32.or
          (i32.or (i32.eq (local.get $byte) (i32.const 47)) (i32.eq (local.get $byte) (i32.const 64)))
          (i32.or (i32.eq (local.get $byte) (i32.const 94)) (i32.eq (local.get $byte) (i32.const 92))))
      (then (return (i32.const 0))))
    (if (i32.eq (i32.load16_u (local.get $start)) (i32.const 0x2f2e)) (then (return (i32.const 0))))
    (if (i32.eq (i32.and (i32.load (local.get $start)) (i32.const 0xffffff)) (i32.const 0x2f2e2e)) (then (return (i32.const 0))))
    (local.set $at (local.get $start))
    (loop $on
      (local.set $byte (i32.load8_u (local.get $at)))
      (if (i32.eq (i32.and (i32.load (local.get $at)) (i32.const 0xffffff)) (i32.const 0x2f2f3a)) (then (return (i32.const 0))))
      (local.set $digit (i32.or (local.get $digit) (i32.lt_u (i32.sub (local.get $byte) (i32.const 48)) (i32.const 10))))
      (local.set $odd (i32.or (local.get $odd) (i32.eqz (i32.and (i32.load8_u offset=0x200 (local.get $byte)) (i32.const 128)))))
      (local.set $at (i32.add (local.get $at) (i32.const 1)))
      (br_if $on (i32.lt_u (local.get $at) (local.get $end))))
    (i32.or
      (i32.or (local.get $digit) (i32.eqz (local.get $odd)))
      (i32.or (i32.eq (local.get $least) (i32.const 4)) (i32.ge_u (i32.sub (local.get $end) (local.get $start)) (i32.const 14)))))

  ;; Whether a name stands where the rules for places look for one: `?token=` with ten letters behind it, `key: "` with forty, `; password =`.
  (func $placed (param $start i32) (param $at i32) (result i32)
    (local $byte i32) (local $behind i32)
    (local.set $byte (i32.load8_u (i32.sub (local.get $start) (i32.const 1))))
    (if (i32.eq (i32.load8_u (local.get $at)) (i32.const 61))
      (then (if (i32.or
          (i32.or (i32.eq (local.get $byte) (i32.const 63)) (i32.eq (local.get $byte) (i32.const 38)))
          (i32.or (i32.eq (local.get $byte) (i32.const 34)) (i32.eq (local.get $byte) (i32.const 39))))
        (then (if (call $lettered (i32.add (local.get $at) (i32.const 1)) (i32.const 10)) (then (return (i32.const 1))))))))
    ;; Up to four blanks before the name, up to four behind it.
    (local.set $start (i32.sub (local.get $start) (i32.const 1)))
    (local.set $behind (i32.sub (local.get $start) (i32.const 4)))
    (loop $on
      (if (i32.and (i32.and (i32.load8_u (i32.load8_u (local.get $start))) (i32.const 4)) (i32.shl (i32.gt_u (local.get $start) (local.get $behind)) (i32.const 2)))
        (then (local.set $start (i32.sub (local.get $start) (i32.const 1))) (br $on))))
    (if (i32.eq (i32.load8_u (local.get $start)) (i32.const 59))
      (then (if (i32.eq (i32.load8_u (call $while (local.get $at) (i32.const 4) (i32.const 4))) (i32.const 61)) (then (return (i32.const 1))))))
    (local.set $at (call $while (call $traits (local.get $at) (i32.const 1) (i32.const 2)) (i32.const 4) (i32.const 4)))
    (local.set $behind (call $traits (local.get $at) (i32.const 2) (i32.const 64)))
    (if (i32.eq (local.get $at) (local.get $behind)) (then (return (i32.const 0))))
    (call $lettered (call $traits (call $while (local.get $behind) (i32.const 4) (i32.const 4)) (i32.const 1) (i32.const 2)) (i32.const 40)))

  ;; Whether so many parts of values stand at a place.
  (func $lettered (param $at i32) (param $count i32) (result i32)
    (i32.eq (call $while (local.get $at) (local.get $count) (i32.const 64)) (i32.add (local.get $at) (local.get $count))))

  (func $sign (param $start i32) (param $at i32) (result i32)
    (local $byte i32) (local $next i32)
    (local.set $byte (i32.load8_u (local.get $at)))
    (local.set $next (i32.load16_u offset=1 (local.get $at)))
    (if (i32.eq (local.get $byte) (i32.const 46)) (then (return (call $dot (local.get $start) (local.get $at)))))
    ;; ":AA" and "://"
    (if (i32.eq (local.get $byte) (i32.const 58))
      (then
        (if (i32.eq (local.get $next) (i32.const 0x4141)) (then (return (i32.const 8))))
        (if (i32.eq (local.get $next) (i32.const 0x2f2f)) (then (return (call $login (i32.add (local.get $at) (i32.const 3))))))
        (return (i32.const 0))))
    ;; "8Q~"
    (i32.shl (i32.and (i32.eq (local.get $byte) (i32.const 126)) (i32.eq (i32.load16_u (i32.sub (local.get $at) (i32.const 2))) (i32.const 0x5138))) (i32.const 4)))

  ;; 128 when a colon ends the name behind "://", which has at most 100 characters of three bytes, and @ a password of three or more behind it, which has at most 200.
  (func $login (param $at i32) (result i32)
    (local $from i32)
    (local.set $at (call $until (local.get $at) (i32.const 300)))
    (if (i32.ne (i32.load8_u (local.get $at)) (i32.const 58)) (then (return (i32.const 0))))
    (local.set $from (i32.add (local.get $at) (i32.const 1)))
    (local.set $at (local.get $from))
    ;; Colons may stand in a password.
    (loop $on
      (local.set $at (call $until (local.get $at) (i32.sub (i32.const 600) (i32.sub (local.get $at) (local.get $from)))))
      (if (i32.and (i32.eq (i32.load8_u (local.get $at)) (i32.const 58)) (i32.lt_u (i32.sub (local.get $at) (local.get $from)) (i32.const 600)))
        (then (local.set $at (i32.add (local.get $at) (i32.const 1))) (br $on))))
    (i32.shl (i32.and (i32.eq (i32.load8_u (local.get $at)) (i32.const 64)) (i32.gt_u (i32.sub (local.get $at) (local.get $from)) (i32.const 2))) (i32.const 7)))

  ;; Where the name of a login ends, after so many bytes at most.
  (func $until (param $at i32) (param $most i32) (result i32)
    (local.set $most (i32.add (local.get $at) (local.get $most)))
    (loop $on
      (if (i32.eqz (i32.and (i32.load8_u (i32.load8_u (local.get $at))) (i32.const 128)))
        (then (if (i32.lt_u (local.get $at) (local.get $most))
          (then
            (local.set $at (i32.add (local.get $at) (i32.const 1)))
            (br $on))))))
    (local.get $at))

  ;; ".slac", ".offi", ".com/api/", and the first dot of a discord token: 24 to 28 characters before it, six behind, another dot.
  (func $dot (param $start i32) (param $at i32) (result i32)
    (local $next i32)
    (local.set $next (i32.load offset=1 (local.get $at)))
    (if (i32.eq (local.get $next) (i32.const 0x63616c73)) (then (return (i32.const 32))))
    (if (i32.eq (local.get $next) (i32.const 0x6966666f)) (then (return (i32.const 32))))
    (if (i32.and (i32.eq (local.get $next) (i32.const 0x2f6d6f63)) (i32.eq (i32.load offset=5 (local.get $at)) (i32.const 0x2f697061))) (then (return (i32.const 32))))
    (if (i32.ne (i32.load8_u offset=7 (local.get $at)) (i32.const 46)) (then (return (i32.const 0))))
    (i32.shl
      (i32.and
        (i32.lt_u (i32.sub (i32.sub (local.get $at) (local.get $start)) (i32.const 24)) (i32.const 5))
        (i32.lt_u (i32.sub (i32.load8_u (local.get $start)) (i32.const 77)) (i32.const 3)))
      (i32.const 2)))

  ;; How many UTF-16 units a stretch of UTF-8 has: one for each byte that begins a character, two where that takes four bytes.
  (func (export "units") (param $at i32) (param $end i32) (result i32)
    (local $units i32) (local $byte i32)
    (loop $on
      (if (i32.lt_u (local.get $at) (local.get $end))
        (then
          (if (i32.le_u (i32.add (local.get $at) (i32.const 8)) (local.get $end))
            (then
              (if (i64.eqz (i64.and (i64.load (local.get $at)) (i64.const 0x8080808080808080)))
                (then
                  (local.set $units (i32.add (local.get $units) (i32.const 8)))
                  (local.set $at (i32.add (local.get $at) (i32.const 8)))
                  (br $on)))))
          (local.set $byte (i32.load8_u (local.get $at)))
          (local.set $units (i32.add (local.get $units)
            (i32.add (i32.ne (i32.and (local.get $byte) (i32.const 0xc0)) (i32.const 0x80)) (i32.ge_u (local.get $byte) (i32.const 0xf0)))))
          (local.set $at (i32.add (local.get $at) (i32.const 1)))
          (br $on))))
    (local.get $units)))
