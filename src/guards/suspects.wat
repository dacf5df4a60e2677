;; The quick half of the search for secrets: goes over a text and stops where a rule could find something. What it asks for is needed by a rule and not enough for it;
;; suspects.ts looks closer. scripts/build-counter.mjs makes suspects-module.ts of it.
;;
;; Memory, filled by suspects.ts:
;;   0x00000  KINDS    what a byte can be: 1 part of a run, 2 a sign, 4 blank, 8 quote, 16 gives a value, 32 goes on in a token, 64 part of a value, 128 ends the name of a login
;;   0x00100  what could be found (groups), and where the run before it begins
;;   0x04000  ENDS     the lengths of endings of names with the same three last letters: 1 for three letters, 2 for four and so on up to eight
;;   0x08000  ENDINGS  words of two to eight letters and what each says at the end of a run: 1 a tail, 2 what may stand before a tail, 32 placed, 64 a name
;;   0x10000  STARTS   which characters can be the fourth of a token, by its first three: one bit each, by its five lowest bits; first for runs of up to nine, then for longer ones
;;   0x30000  the text, with zeros behind it
;; ENDS and STARTS are found by a hash alone, so that what they say is sometimes said of other letters too.
;;
;; A run is letters, digits, _ and -. Groups: 2 tokens, 4 discord, 8 telegram, 16 azure, 32 placed, 64 named, 128 a login.
(module
  (memory (export "memory") 10)
  ;; The kind of the byte at a place is (i32.load8_u (i32.load8_u place)), written out each time: engines do not put a function where it is called.

  ;; The first place from $at on where something could be found; the groups are 0 when there is none.
  (func (export "next") (param $at i32) (param $end i32) (result i32)
    (local $kind i32) (local $found i32) (local $start i32) (local $lengths i32)
    (loop $on
      (if (i32.ge_u (local.get $at) (local.get $end))
        (then
          (i32.store offset=0x100 (i32.const 0) (i32.const 0))
          (return (local.get $end))))
      (local.set $found (i32.const 0))
      (local.set $start (local.get $at))
      (local.set $kind (i32.load8_u (i32.load8_u (local.get $at))))
      (if (i32.and (local.get $kind) (i32.const 1))
        (then
          (loop $run
            (local.set $at (i32.add (local.get $at) (i32.const 1)))
            (local.set $kind (i32.load8_u (i32.load8_u (local.get $at))))
            (br_if $run (i32.and (local.get $kind) (i32.const 1))))
          ;; A token is long, or goes on behind a sign.
          (if (i32.or (i32.gt_u (i32.sub (local.get $at) (local.get $start)) (i32.const 9)) (i32.and (local.get $kind) (i32.const 32)))
            (then (local.set $found (call $begun (local.get $start) (local.get $at)))))
          ;; A quote, a blank or a sign follows a name.
          (if (i32.and (local.get $kind) (i32.const 28))
            (then
              (local.set $lengths (i32.load8_u offset=0x4000 (i32.shr_u
                (i32.mul (i32.or (i32.shr_u (i32.load (i32.sub (local.get $at) (i32.const 4))) (i32.const 8)) (i32.const 0x202020)) (i32.const 0x9e3779b1))
                (i32.const 18))))
              (if (i32.or (local.get $lengths) (i32.lt_u (i32.sub (i32.load8_u (i32.sub (local.get $at) (i32.const 1))) (i32.const 48)) (i32.const 10)))
                (then (local.set $found (i32.or (local.get $found) (call $ended (local.get $start) (local.get $at) (local.get $lengths))))))))))
      (if (i32.and (local.get $kind) (i32.const 2))
        (then (local.set $found (i32.or (local.get $found) (call $sign (local.get $start) (local.get $at))))))
      (if (local.get $found)
        (then
          (i32.store offset=0x100 (i32.const 0) (local.get $found))
          (i32.store offset=0x104 (i32.const 0) (local.get $start))
          (return (local.get $at))))
      (local.set $at (i32.add (local.get $at) (i32.const 1)))
      (br $on))
    (unreachable))

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

  ;; 2 when a token could begin with a run.
  (func $begun (param $start i32) (param $end i32) (result i32)
    (local $four i32)
    (local.set $four (i32.load (local.get $start)))
    (i32.shl
      (i32.and (i32.const 1) (i32.shr_u
        (i32.load offset=0x10000 (i32.or
          (i32.shl (i32.shr_u (i32.mul (i32.and (local.get $four) (i32.const 0xffffff)) (i32.const 0x9e3779b1)) (i32.const 18)) (i32.const 3))
          (i32.shl (i32.gt_u (i32.sub (local.get $end) (local.get $start)) (i32.const 9)) (i32.const 2))))
        (i32.and (i32.const 31) (i32.shr_u (local.get $four) (i32.const 24)))))
      (i32.const 1)))

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
    (if (i32.and (local.get $found) (i32.const 64))
      (then (if (i32.eqz (call $assigned (local.get $start) (local.get $end))) (then (local.set $found (i32.and (local.get $found) (i32.const 32)))))))
    (local.get $found))

  (func $digit (param $end i32) (result i32)
    (i32.lt_u (i32.sub (i32.load8_u (i32.sub (local.get $end) (i32.const 1))) (i32.const 48)) (i32.const 10)))

  ;; What a word says at the end of a run: a tail says what stands before it.
  (func $word (param $end i32) (param $length i32) (result i32)
    (local $says i32)
    (local.set $says (i32.load offset=0x8008 (call $entry (local.get $end) (local.get $length))))
    (if (i32.and (local.get $says) (i32.const 1))
      (then (local.set $says (i32.or (local.get $says) (call $tailed (i32.sub (local.get $end) (local.get $length)))))))
    (i32.and (local.get $says) (i32.const 96)))

  ;; 64 when what stands before a tail makes it a name. A dot can only be there when all of the run is the tail: it joins the run to what stands before it.
  (func $tailed (param $end i32) (result i32)
    (local $length i32) (local $joint i32)
    (local.set $joint (i32.load8_u (i32.sub (local.get $end) (i32.const 1))))
    ;; - or . or _
    (if (i32.or (i32.lt_u (i32.sub (local.get $joint) (i32.const 45)) (i32.const 2)) (i32.eq (local.get $joint) (i32.const 95)))
      (then (local.set $end (i32.sub (local.get $end) (i32.const 1)))))
    (local.set $length (i32.const 2))
    (loop $on
      (if (i32.and (i32.load offset=0x8008 (call $entry (local.get $end) (local.get $length))) (i32.const 2)) (then (return (i32.const 64))))
      (local.set $length (i32.add (local.get $length) (i32.const 1)))
      (br_if $on (i32.lt_u (local.get $length) (i32.const 9))))
    (i32.const 0))

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
        (if (i32.eq (local.get $next) (i32.const 0x2f2f)) (then (return (call $login (i32.add (local.get $at) (i32.const 3))))))
        (return (i32.const 0))))
    ;; "8Q~"
    (if (i32.eq (local.get $byte) (i32.const 126))
      (then (return (i32.shl (i32.eq (i32.load16_u (i32.sub (local.get $at) (i32.const 2))) (i32.const 0x5138)) (i32.const 4)))))
    (i32.shl (call $parameter (i32.add (local.get $at) (i32.const 1))) (i32.const 5)))

  ;; 128 when a colon ends the name behind "://", which has at most 100 characters of three bytes.
  (func $login (param $at i32) (result i32)
    (local $most i32)
    (local.set $most (i32.add (local.get $at) (i32.const 300)))
    (loop $on
      (if (i32.eqz (i32.and (i32.load8_u (i32.load8_u (local.get $at))) (i32.const 128)))
        (then
          (local.set $at (i32.add (local.get $at) (i32.const 1)))
          (br_if $on (i32.le_u (local.get $at) (local.get $most))))))
    (i32.shl (i32.eq (i32.load8_u (local.get $at)) (i32.const 58)) (i32.const 7)))

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
