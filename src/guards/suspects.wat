;; The quick half of the search for secrets: goes over a text and stops where a rule could find something. What it asks for is needed by a rule and not enough for it;
;; suspects.ts looks closer. scripts/build-counter.mjs makes suspects-module.ts of it.
;;
;; Memory, filled by suspects.ts:
;;   0x00000  KINDS   what a byte can be: 1 part of a run, 2 a sign, 4 blank, 8 quote, 16 gives a value, 32 letter or digit, 64 part of a value
;;   0x08000  STARTS  1 for how a token can begin: three bytes, five bits of each
;;   0x07ff8  what could be found (groups), and where the run before it begins
;;   0x10000  ENDS    how a run can end: 1 like a name, 2 like "bearer", 3 like "authorization", 4 like "basic", 5 like "curl" or "login"
;;   0x20000  BEFORE  which letters can stand before such an end in a name: one bit each, by its five lowest bits
;;   0x40000  BEYOND  which letters can stand before the four last, by the first three of those
;;   0x60000  the text, with zeros behind it
;;
;; A run is letters, digits, _ and -. Groups: 2 tokens, 4 discord, 8 telegram, 16 azure, 32 placed, 64 named, 128 a login.
(module
  (memory (export "memory") 10)
  ;; The kind of the byte at a place is (i32.load8_u (i32.load8_u place)), written out each time: engines do not put a function where it is called.

  (func $fold (param $at i32) (result i32)
    (i32.or
      (i32.shl (i32.and (i32.load8_u (local.get $at)) (i32.const 31)) (i32.const 10))
      (i32.or
        (i32.shl (i32.and (i32.load8_u offset=1 (local.get $at)) (i32.const 31)) (i32.const 5))
        (i32.and (i32.load8_u offset=2 (local.get $at)) (i32.const 31)))))

  ;; The first place from $at on where something could be found; the groups are 0 when there is none.
  (func (export "next") (param $at i32) (param $end i32) (result i32)
    (local $kind i32) (local $found i32) (local $start i32)
    (loop $on
      (if (i32.ge_u (local.get $at) (local.get $end))
        (then
          (i32.store offset=0x7ff8 (i32.const 0) (i32.const 0))
          (return (local.get $end))))
      (local.set $found (i32.const 0))
      (local.set $start (local.get $at))
      (local.set $kind (i32.load8_u (i32.load8_u (local.get $at))))
      (if (i32.and (local.get $kind) (i32.const 1))
        (then
          (local.set $found (i32.shl (i32.load8_u offset=0x8000 (call $fold (local.get $at))) (i32.const 1)))
          (loop $run
            (local.set $at (i32.add (local.get $at) (i32.const 1)))
            (local.set $kind (i32.load8_u (i32.load8_u (local.get $at))))
            (br_if $run (i32.and (local.get $kind) (i32.const 1))))
          ;; A token is long, or goes on behind a sign.
          (if (i32.and (i32.lt_u (i32.sub (local.get $at) (local.get $start)) (i32.const 10)) (i32.eqz (i32.and (local.get $kind) (i32.const 66))))
            (then (local.set $found (i32.const 0))))
          (if (i32.gt_u (i32.sub (local.get $at) (local.get $start)) (i32.const 1))
            (then (local.set $found (i32.or (local.get $found) (call $ended (local.get $start) (local.get $at))))))))
      (if (i32.and (local.get $kind) (i32.const 2))
        (then (local.set $found (i32.or (local.get $found) (call $sign (local.get $start) (local.get $at))))))
      (if (local.get $found)
        (then
          (i32.store offset=0x7ff8 (i32.const 0) (local.get $found))
          (i32.store offset=0x7ffc (i32.const 0) (local.get $start))
          (return (local.get $at))))
      (local.set $at (i32.add (local.get $at) (i32.const 1)))
      (br $on))
    (unreachable))

  ;; What a run of two or more could be.
  (func $ended (param $start i32) (param $end i32) (result i32)
    (local $found i32) (local $how i32) (local $last i32) (local $fold i32)
    (local.set $fold (call $fold (i32.sub (local.get $end) (i32.const 3))))
    (local.set $how (i32.load8_u offset=0x10000 (local.get $fold)))
    (local.set $last (i32.load8_u (i32.sub (local.get $end) (i32.const 1))))
    ;; "curl" and "login" are looked at with their line, and may be the end of a name too.
    (if (i32.eq (local.get $how) (i32.const 5))
      (then
        (local.set $how (i32.or (i32.load (i32.sub (local.get $end) (i32.const 4))) (i32.const 0x20202020)))
        (if (i32.or (i32.eq (local.get $how) (i32.const 0x6c727563)) (i32.eq (local.get $how) (i32.const 0x6e69676f))) (then (local.set $found (i32.const 32))))
        (local.set $how (i32.const 1))))
    ;; A longer run is a name only when the letters before its end fit.
    (if (i32.eq (local.get $how) (i32.const 1))
      (then
        (if (i32.gt_u (i32.sub (local.get $end) (local.get $start)) (i32.const 3))
          (then
            (if (i32.eqz (i32.and (i32.const 1) (i32.shr_u
                (i32.load offset=0x20000 (i32.shl (local.get $fold) (i32.const 2)))
                (i32.and (i32.const 31) (i32.load8_u (i32.sub (local.get $end) (i32.const 4)))))))
              (then (local.set $how (i32.const 0))))))
        (if (i32.gt_u (i32.sub (local.get $end) (local.get $start)) (i32.const 4))
          (then
            (if (i32.eqz (i32.and (i32.const 1) (i32.shr_u
                (i32.load offset=0x40000 (i32.shl (call $fold (i32.sub (local.get $end) (i32.const 4))) (i32.const 2)))
                (i32.and (i32.const 31) (i32.load8_u (i32.sub (local.get $end) (i32.const 5)))))))
              (then (local.set $how (i32.const 0))))))))
    (if (i32.lt_u (i32.sub (local.get $last) (i32.const 48)) (i32.const 10)) (then (local.set $how (i32.const 1))))
    (if (i32.eq (local.get $how) (i32.const 1))
      (then (if (call $assigned (local.get $start) (local.get $end)) (then (local.set $found (i32.or (local.get $found) (i32.const 64)))))))
    (if (i32.eq (local.get $how) (i32.const 2))
      (then (if (i32.eq (call $lower (i32.sub (local.get $end) (i32.const 6))) (i32.const 98))
        (then (local.set $found (i32.or (local.get $found) (i32.const 32)))))))
    (if (i32.eq (local.get $how) (i32.const 4))
      (then (if (i32.eq (call $lower (i32.sub (local.get $end) (i32.const 5))) (i32.const 98))
        (then (local.set $found (i32.or (local.get $found) (i32.const 32)))))))
    (if (i32.eq (local.get $how) (i32.const 3))
      (then (if (i32.and (i32.eq (call $lower (i32.sub (local.get $end) (i32.const 13))) (i32.const 97)) (i32.eq (call $lower (i32.sub (local.get $end) (i32.const 6))) (i32.const 122)))
        (then (local.set $found (i32.or (local.get $found) (i32.const 32)))))))
    (local.get $found))

  (func $lower (param $at i32) (result i32)
    (i32.or (i32.load8_u (local.get $at)) (i32.const 32)))

  ;; Where up to $most bytes of a kind end.
  (func $while (param $at i32) (param $most i32) (param $kind i32) (result i32)
    (local.set $most (i32.add (local.get $at) (local.get $most)))
    (loop $on
      (if (i32.lt_u (local.get $at) (local.get $most))
        (then (if (i32.and (i32.load8_u (i32.load8_u (local.get $at))) (local.get $kind))
          (then (local.set $at (i32.add (local.get $at) (i32.const 1))) (br $on))))))
    (local.get $at))

  ;; Whether something follows that gives a name its value: a sign after quotes and blanks, a quote, "by", "value" or a type after blanks, or a blank after a flag.
  (func $assigned (param $start i32) (param $at i32) (result i32)
    (local $blank i32) (local $byte i32)
    (local.set $at (call $while (local.get $at) (i32.const 5) (i32.const 8)))
    (local.set $blank (local.get $at))
    (local.set $at (call $while (local.get $at) (i32.const 32) (i32.const 4)))
    (local.set $byte (i32.load8_u (local.get $at)))
    (if (i32.and (i32.load8_u (local.get $byte)) (i32.const 16)) (then (return (i32.const 1))))
    (if (i32.eq (local.get $at) (local.get $blank)) (then (return (i32.const 0))))
    (if (i32.and (i32.load8_u (local.get $byte)) (i32.const 8)) (then (return (i32.const 1))))
    (if (i32.eq (i32.load16_u (local.get $start)) (i32.const 0x2d2d)) (then (return (i32.const 1))))
    (local.set $byte (i32.or (local.get $byte) (i32.const 32)))
    (if (i32.eq (local.get $byte) (i32.const 115)) (then (return (i32.const 1))))
    (if (i32.eq (local.get $byte) (i32.const 91)) (then (return (i32.const 1))))
    (if (i32.eq (local.get $byte) (i32.const 42)) (then (return (i32.const 1))))
    (i32.or (i32.eq (local.get $byte) (i32.const 98)) (i32.eq (local.get $byte) (i32.const 118))))

  (func $sign (param $start i32) (param $at i32) (result i32)
    (local $byte i32) (local $next i32)
    (local.set $byte (i32.load8_u (local.get $at)))
    (local.set $next (i32.load16_u offset=1 (local.get $at)))
    (if (i32.eq (local.get $byte) (i32.const 46)) (then (return (call $dot (local.get $start) (local.get $at)))))
    ;; ":AA" and "://"
    (if (i32.eq (local.get $byte) (i32.const 58))
      (then
        (if (i32.eq (local.get $next) (i32.const 0x4141)) (then (return (i32.const 8))))
        (return (i32.shl (i32.eq (local.get $next) (i32.const 0x2f2f)) (i32.const 7)))))
    ;; "8Q~"
    (if (i32.eq (local.get $byte) (i32.const 126))
      (then (return (i32.shl (i32.eq (i32.load16_u (i32.sub (local.get $at) (i32.const 2))) (i32.const 0x5138)) (i32.const 4)))))
    (i32.shl (call $parameter (i32.add (local.get $at) (i32.const 1))) (i32.const 5)))

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

  ;; A name of three to 25, an equals sign and sixteen more characters, behind a question mark or an ampersand.
  (func $parameter (param $at i32) (result i32)
    (local $end i32)
    (local.set $end (call $while (local.get $at) (i32.const 26) (i32.const 1)))
    (if (i32.lt_u (i32.sub (local.get $end) (local.get $at)) (i32.const 3)) (then (return (i32.const 0))))
    (if (i32.ne (i32.load8_u (local.get $end)) (i32.const 61)) (then (return (i32.const 0))))
    (local.set $end (i32.add (local.get $end) (i32.const 1)))
    (i32.eq (call $while (local.get $end) (i32.const 16) (i32.const 64)) (i32.add (local.get $end) (i32.const 16))))

  ;; How many UTF-16 units a stretch of UTF-8 has: one for each byte that begins a character, two where that takes four bytes.
  (func (export "units") (param $at i32) (param $end i32) (result i32)
    (local $units i32) (local $byte i32)
    (loop $on
      (if (i32.lt_u (local.get $at) (local.get $end))
        (then
          (local.set $byte (i32.load8_u (local.get $at)))
          (local.set $units (i32.add (local.get $units)
            (i32.add (i32.ne (i32.and (local.get $byte) (i32.const 0xc0)) (i32.const 0x80)) (i32.ge_u (local.get $byte) (i32.const 0xf0)))))
          (local.set $at (i32.add (local.get $at) (i32.const 1)))
          (br $on))))
    (local.get $units)))
