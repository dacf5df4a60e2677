;; Counts the words of a text: the same algorithm as lexicon.ts, which runs where this cannot; tests hold the two against each other. scripts/build-modules.mjs makes
;; words-module.ts of it.
;;
;; Memory, with the names of word-table.ts:
;;   0x000000  KINDS   what each code unit is in a word: 1 no part of it, 2 a letter, 3 a digit; 0 until somebody asks
;;   0x010000  SLOTS   2^18 addresses of words, by hash; 0 is free
;;   0x110000  WORDS   2^17 words of 16 bytes, and one more: two hashes, how often it came, where its stems begin in the list
;;   0x320000  ORDER   the words that came, in the order of their first time
;;   0x3a0000  LIST    2^19 addresses: the stems of each word
;;   0x5a0000  STEMS   2^18 stems of eight bytes: hash, how often it came
;;   0x7a0000  CAME    the stems that came, in the order of their first time
;;   0x8a0000  FOUND   2^19 addresses of stems, by hash; 0 is free
;;   0xaa0000  ROW     what was counted, as it is kept
;;   0xc90000  PARTS   where the stems of one word stand in the text
;;   0xc98000  ONES    sixteen bytes of ones, then sixteen of zeros: n bytes before the zeros begins the mask of a word of n bytes
;;   0xca0000  SHORT   the words of up to sixteen bytes that came last, 2^14 slots of 32 by their letters: the letters, the address of the word
;;   0xd20000  the text
(module
  ;; The kind of a code unit that nobody asked for yet.
  (import "fovea" "kind" (func $newKind (param i32) (result i32)))
  ;; Lists the stems of a word that is not plain ASCII.
  (import "fovea" "foreign" (func $foreign (param i32) (param i32) (result i32)))
  (memory (export "memory") 216)
  ;; Where the next word goes.
  (global $next (mut i32) (i32.const 0x110000))
  ;; Where the next stem goes, and where it is listed.
  (global $nextStem (mut i32) (i32.const 0x5a0000))
  (global $listed (mut i32) (i32.const 0x3a0000))
  ;; Where the next word that came goes.
  (global $came (mut i32) (i32.const 0x320000))

  ;; Forgets every word.
  (func (export "clear")
    ;; A memory that nothing was written to is empty, and not even there until somebody touches it.
    (if (i32.or (i32.ne (global.get $next) (i32.const 0x110000)) (i32.ne (global.get $nextStem) (i32.const 0x5a0000)))
      (then
        (call $zero (i32.const 0x10000) (i32.const 0x110000))
        (call $zero (i32.const 0x8a0000) (i32.const 0xaa0000))
        (call $zero (i32.const 0xca0000) (i32.const 0xd20000))))
    (v128.store offset=0xc98000 (i32.const 0) (v128.const i8x16 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1))
    (i32.store offset=12 (i32.const 0x110000) (i32.const 0x3a0000))
    (global.set $next (i32.const 0x110000))
    (global.set $nextStem (i32.const 0x5a0000))
    (global.set $listed (i32.const 0x3a0000))
    (global.set $came (i32.const 0x320000)))

  (func $zero (param $at i32) (param $end i32)
    (loop $on
      (i64.store (local.get $at) (i64.const 0))
      (local.set $at (i32.add (local.get $at) (i32.const 8)))
      (br_if $on (i32.lt_u (local.get $at) (local.get $end)))))

  ;; Code unit, and width << 16, of the character at a place. Those beyond the first plane are no part of a word, as surrogates are not.
  (func $character (param $at i32) (result i32)
    (local $lead i32) (local $unit i32)
    (local.set $lead (i32.load8_u (local.get $at)))
    (if (i32.lt_u (local.get $lead) (i32.const 0x80)) (then (return (i32.or (i32.const 0x10000) (local.get $lead)))))
    (local.set $unit (i32.and (i32.load8_u offset=1 (local.get $at)) (i32.const 63)))
    (if (i32.lt_u (local.get $lead) (i32.const 0xe0))
      (then (return (i32.or (i32.const 0x20000) (i32.or (i32.shl (i32.and (local.get $lead) (i32.const 31)) (i32.const 6)) (local.get $unit))))))
    (if (i32.ge_u (local.get $lead) (i32.const 0xf0)) (then (return (i32.const 0x4d800))))
    (i32.or (i32.const 0x30000)
      (i32.or (i32.shl (i32.and (local.get $lead) (i32.const 15)) (i32.const 12))
        (i32.or (i32.shl (local.get $unit) (i32.const 6)) (i32.and (i32.load8_u offset=2 (local.get $at)) (i32.const 63))))))

  (func $kindOf (param $unit i32) (result i32)
    (local $kind i32)
    (local.set $kind (i32.load8_u (local.get $unit)))
    (if (i32.eqz (local.get $kind))
      (then
        (local.set $kind (call $newKind (local.get $unit)))
        (i32.store8 (local.get $unit) (local.get $kind))))
    (local.get $kind))

  ;; Counts the words of a text and gives how many there are; -1 when there is no room for a new one.
  ;;
  ;; Where words begin and end is found for 64 bytes at once, one bit a byte, up to the first character that is not ASCII; a word that goes on there or behind the 64
  ;; bytes is left for the next ones. The rest is looked at character by character.
  (func (export "count") (param $at i32) (param $end i32) (result i32)
    (local $total i32) (local $start i32) (local $unit i32) (local $width i32) (local $kind i32) (local $length i32)
    (local $hash i32) (local $check i32) (local $slot i32) (local $word i32) (local $times i32)
    (local $single i32) (local $begin i32) (local $stop i32) (local $shift i64) (local $sixteen v128) (local $classes v128)
    (local $wide i64) (local $runs i64) (local $digits i64) (local $starts i64) (local $ends i64) (local $low i64) (local $high i64)
    (block $done
      (loop $on
        (br_if $done (i32.ge_u (local.get $at) (local.get $end)))
        (block $alone
          (br_if $alone (i32.lt_u (local.get $at) (local.get $single)))
          (local.set $wide (i64.const 0))
          (local.set $runs (i64.const 0))
          (local.set $digits (i64.const 0))
          (local.set $shift (i64.const 0))
          (local.set $begin (local.get $at))
          ;; What the low half of a byte may be and what the high half may be: the classes that both allow. 8 is a digit, what is above it a letter.
          (loop $sixteens
            (local.set $sixteen (v128.load (local.get $begin)))
            (local.set $classes (v128.and
              (i8x16.swizzle
                (v128.const i8x16 0x48 0xc8 0xc8 0xc8 0xd8 0xc8 0xc8 0xc8 0xc8 0xc8 0xc0 0x80 0x80 0x80 0x80 0xa0)
                (v128.and (local.get $sixteen) (v128.const i8x16 15 15 15 15 15 15 15 15 15 15 15 15 15 15 15 15)))
              (i8x16.swizzle
                (v128.const i8x16 0 0 0x10 0x08 0x80 0x60 0x80 0x40 0 0 0 0 0 0 0 0)
                (v128.and (i16x8.shr_u (local.get $sixteen) (i32.const 4)) (v128.const i8x16 15 15 15 15 15 15 15 15 15 15 15 15 15 15 15 15)))))
            (local.set $wide (i64.or (local.get $wide) (i64.shl (i64.extend_i32_u (i8x16.bitmask (local.get $sixteen))) (local.get $shift))))
            (local.set $runs (i64.or (local.get $runs) (i64.shl
              (i64.extend_i32_u (i8x16.bitmask (i8x16.add_sat_u (local.get $classes)
                (v128.const i8x16 0x78 0x78 0x78 0x78 0x78 0x78 0x78 0x78 0x78 0x78 0x78 0x78 0x78 0x78 0x78 0x78))))
              (local.get $shift))))
            (local.set $digits (i64.or (local.get $digits)
              (i64.shl (i64.extend_i32_u (i8x16.bitmask (i16x8.shl (local.get $classes) (i32.const 4)))) (local.get $shift))))
            (local.set $begin (i32.add (local.get $begin) (i32.const 16)))
            (local.set $shift (i64.add (local.get $shift) (i64.const 16)))
            (br_if $sixteens (i64.lt_u (local.get $shift) (i64.const 64))))
          (if (i64.ne (local.get $wide) (i64.const 0))
            (then
              (local.set $single (i32.sub (local.get $begin) (i32.wrap_i64 (i64.clz (local.get $wide)))))
              (br_if $alone (i64.ne (i64.and (local.get $wide) (i64.const 1)) (i64.const 0)))))
          ;; How many bytes are plain, and how many of them are no part of a run that may go on. ctz says 64 where there is no bit; to shift by 64 is not to shift.
          (local.set $shift (i64.ctz (local.get $wide)))
          (local.set $shift (i64.sub (local.get $shift)
            (i64.clz (i64.xor (i64.const -1) (i64.shl (local.get $runs) (i64.sub (i64.const 64) (local.get $shift)))))))
          (if (i64.eqz (local.get $shift))
            (then
              (local.set $single (local.get $begin))
              (br $alone)))
          (local.set $stop (i32.add (local.get $at) (i32.wrap_i64 (local.get $shift))))
          (local.set $runs (i64.and (local.get $runs) (i64.shr_u (i64.const -1) (i64.sub (i64.const 64) (local.get $shift)))))
          ;; A word begins with a letter: the digits before it go. A sum carries over a run of ones.
          (local.set $digits (i64.and (local.get $digits) (local.get $runs)))
          (local.set $runs (i64.xor (local.get $runs) (i64.and (local.get $digits) (i64.xor (i64.const -1) (i64.add (local.get $digits)
            (i64.and (local.get $digits) (i64.xor (i64.const -1) (i64.shl (local.get $runs) (i64.const 1)))))))))
          (local.set $starts (i64.and (local.get $runs) (i64.xor (i64.const -1) (i64.shl (local.get $runs) (i64.const 1)))))
          (local.set $ends (i64.and (i64.xor (i64.const -1) (local.get $runs)) (i64.shl (local.get $runs) (i64.const 1))))
          (block $counted
            (loop $words
              (br_if $counted (i64.eqz (local.get $starts)))
              (local.set $start (i32.add (local.get $at) (i32.wrap_i64 (i64.ctz (local.get $starts)))))
              (local.set $length (i32.sub (i32.add (local.get $at) (i32.wrap_i64 (i64.ctz (local.get $ends)))) (local.get $start)))
              (local.set $starts (i64.and (local.get $starts) (i64.sub (local.get $starts) (i64.const 1))))
              (local.set $ends (i64.and (local.get $ends) (i64.sub (local.get $ends) (i64.const 1))))
              (local.set $total (i32.add (local.get $total) (i32.const 1)))
              (if (i32.le_u (local.get $length) (i32.const 16))
                (then
                  (local.set $slot (i32.sub (i32.const 0xc98010) (local.get $length)))
                  (local.set $low (i64.and (i64.load (local.get $start)) (i64.load (local.get $slot))))
                  (local.set $high (i64.and (i64.load offset=8 (local.get $start)) (i64.load offset=8 (local.get $slot))))
                  (local.set $slot (i32.and (i32.const 0x7ffe0) (i32.wrap_i64 (i64.shr_u
                    (i64.mul (i64.xor (local.get $low) (i64.rotl (local.get $high) (i64.const 25))) (i64.const 0x9e3779b97f4a7c15))
                    (i64.const 45)))))
                  (local.set $word (i32.load offset=0xca0010 (local.get $slot)))
                  (if (i64.ne (i64.const 0) (i64.or
                      (i64.xor (local.get $low) (i64.load offset=0xca0000 (local.get $slot)))
                      (i64.xor (local.get $high) (i64.load offset=0xca0008 (local.get $slot)))))
                    (then
                      (local.set $word (call $plainWord (local.get $start) (i32.add (local.get $start) (local.get $length))))
                      (if (i32.eqz (local.get $word)) (then (return (i32.const -1))))
                      (i64.store offset=0xca0000 (local.get $slot) (local.get $low))
                      (i64.store offset=0xca0008 (local.get $slot) (local.get $high))
                      (i32.store offset=0xca0010 (local.get $slot) (local.get $word)))))
                (else
                  (local.set $word (call $plainWord (local.get $start) (i32.add (local.get $start) (local.get $length))))
                  (if (i32.eqz (local.get $word)) (then (return (i32.const -1))))))
              (local.set $times (i32.load offset=8 (local.get $word)))
              (if (i32.eqz (local.get $times))
                (then
                  (i32.store (global.get $came) (local.get $word))
                  (global.set $came (i32.add (global.get $came) (i32.const 4)))))
              (i32.store offset=8 (local.get $word) (i32.add (local.get $times) (i32.const 1)))
              (br $words)))
          (local.set $at (local.get $stop))
          (br $on))
        (local.set $unit (i32.load8_u (local.get $at)))
        (local.set $width (i32.const 1))
        (if (i32.ge_u (local.get $unit) (i32.const 0x80))
          (then
            (local.set $unit (call $character (local.get $at)))
            (local.set $width (i32.shr_u (local.get $unit) (i32.const 16)))
            (local.set $unit (i32.and (local.get $unit) (i32.const 0xffff)))
            (local.set $kind (call $kindOf (local.get $unit))))
          (else (local.set $kind (i32.load8_u (local.get $unit)))))
        (if (i32.ne (local.get $kind) (i32.const 2))
          (then
            (local.set $at (i32.add (local.get $at) (local.get $width)))
            (br $on)))
        (local.set $start (local.get $at))
        (local.set $length (i32.const 0))
        (local.set $check (i32.const 0))
        (local.set $hash (i32.const 0x811c9dc5))
        (block $ended
          (loop $letters
            (local.set $hash (i32.mul (i32.xor (local.get $hash) (local.get $unit)) (i32.const 0x01000193)))
            (local.set $check (i32.add (i32.mul (local.get $check) (i32.const 31)) (local.get $unit)))
            (local.set $length (i32.add (local.get $length) (i32.const 1)))
            (local.set $at (i32.add (local.get $at) (local.get $width)))
            (br_if $ended (i32.ge_u (local.get $at) (local.get $end)))
            (local.set $unit (i32.load8_u (local.get $at)))
            (local.set $width (i32.const 1))
            (if (i32.ge_u (local.get $unit) (i32.const 0x80))
              (then
                (local.set $unit (call $character (local.get $at)))
                (local.set $width (i32.shr_u (local.get $unit) (i32.const 16)))
                (local.set $unit (i32.and (local.get $unit) (i32.const 0xffff)))
                (local.set $kind (call $kindOf (local.get $unit))))
              (else (local.set $kind (i32.load8_u (local.get $unit)))))
            (br_if $letters (i32.ne (local.get $kind) (i32.const 1)))))
        (local.set $total (i32.add (local.get $total) (i32.const 1)))
        ;; Longer runs are data.
        (br_if $on (i32.gt_u (local.get $length) (i32.const 80)))
        (local.set $word (call $wordOf (local.get $hash) (local.get $check) (local.get $start) (local.get $at)
          (i32.eq (i32.sub (local.get $at) (local.get $start)) (local.get $length))))
        (if (i32.eqz (local.get $word)) (then (return (i32.const -1))))
        (local.set $times (i32.load offset=8 (local.get $word)))
        (if (i32.eqz (local.get $times))
          (then
            (i32.store (global.get $came) (local.get $word))
            (global.set $came (i32.add (global.get $came) (i32.const 4)))))
        (i32.store offset=8 (local.get $word) (i32.add (local.get $times) (i32.const 1)))
        (br $on)))
    (local.get $total))

  ;; Where the word stands that plain ASCII is; 0 when there is no room for a new one.
  (func $plainWord (param $from i32) (param $to i32) (result i32)
    (local $at i32) (local $hash i32) (local $check i32)
    (local.set $at (local.get $from))
    (local.set $hash (i32.const 0x811c9dc5))
    (loop $letters
      (local.set $hash (i32.mul (i32.xor (local.get $hash) (i32.load8_u (local.get $at))) (i32.const 0x01000193)))
      (local.set $check (i32.add (i32.mul (local.get $check) (i32.const 31)) (i32.load8_u (local.get $at))))
      (local.set $at (i32.add (local.get $at) (i32.const 1)))
      (br_if $letters (i32.lt_u (local.get $at) (local.get $to))))
    (call $wordOf (local.get $hash) (local.get $check) (local.get $from) (local.get $to) (i32.const 1)))

  ;; Where the word of two hashes stands; a new one is entered with its stems. 0 when there is no room for it.
  (func $wordOf (param $hash i32) (param $check i32) (param $from i32) (param $to i32) (param $isPlain i32) (result i32)
    (local $slot i32) (local $word i32)
    (local.set $slot (i32.shl (i32.and (local.get $hash) (i32.const 0x3ffff)) (i32.const 2)))
    (loop $probe
      (local.set $word (i32.load offset=0x10000 (local.get $slot)))
      (if (local.get $word)
        (then
          (if (i32.eq (i32.load (local.get $word)) (local.get $hash))
            (then (if (i32.eq (i32.load offset=4 (local.get $word)) (local.get $check)) (then (return (local.get $word))))))
          (local.set $slot (i32.and (i32.add (local.get $slot) (i32.const 4)) (i32.const 0xffffc)))
          (br $probe))))
    (local.set $word (global.get $next))
    (if (i32.eq (local.get $word) (i32.const 0x310000)) (then (return (i32.const 0))))
    ;; A word of eighty letters has forty stems and 39 pairs of neighbours at the most.
    (if (i32.gt_u (global.get $listed) (i32.const 0x59fec0)) (then (return (i32.const 0))))
    (if (i32.gt_u (global.get $nextStem) (i32.const 0x79fd80)) (then (return (i32.const 0))))
    (if (local.get $isPlain)
      (then (call $plain (local.get $from) (local.get $to)))
      (else (drop (call $foreign (local.get $from) (local.get $to)))))
    (i32.store offset=0x10000 (local.get $slot) (local.get $word))
    (i32.store (local.get $word) (local.get $hash))
    (i32.store offset=4 (local.get $word) (local.get $check))
    (i32.store offset=8 (local.get $word) (i32.const 0))
    (i32.store offset=28 (local.get $word) (global.get $listed))
    (global.set $next (i32.add (local.get $word) (i32.const 16)))
    (local.get $word))

  ;; Lists the stems of a word of plain ASCII, then each two that are neighbours.
  (func $plain (param $from i32) (param $to i32)
    (local $start i32) (local $at i32) (local $part i32) (local $between i32) (local $parts i32)
    (local.set $start (local.get $from))
    (local.set $at (local.get $from))
    (local.set $parts (i32.const 0xc90000))
    (loop $letters
      (local.set $between (call $isBetween (i32.load8_u (local.get $at))))
      (if (i32.or (local.get $between) (call $beginsPart (local.get $from) (local.get $at) (local.get $to)))
        (then
          (local.set $parts (call $addPart (local.get $start) (local.get $at) (local.get $parts)))
          (local.set $start (i32.add (local.get $at) (local.get $between)))))
      (local.set $at (i32.add (local.get $at) (i32.const 1)))
      (br_if $letters (i32.lt_u (local.get $at) (local.get $to))))
    (local.set $parts (call $addPart (local.get $start) (local.get $to) (local.get $parts)))
    (local.set $part (i32.const 0xc90000))
    (block $single
      (loop $stems
        (br_if $single (i32.ge_u (local.get $part) (local.get $parts)))
        (call $list (call $lowerHash (i32.const 0x811c9dc5) (local.get $part)))
        (local.set $part (i32.add (local.get $part) (i32.const 8)))
        (br $stems)))
    (local.set $part (i32.const 0xc90008))
    (block $done
      (loop $pairs
        (br_if $done (i32.ge_u (local.get $part) (local.get $parts)))
        (call $list (call $lowerHash
          (i32.mul (i32.xor (call $lowerHash (i32.const 0x811c9dc5) (i32.sub (local.get $part) (i32.const 8))) (i32.const 32)) (i32.const 0x01000193))
          (local.get $part)))
        (local.set $part (i32.add (local.get $part) (i32.const 8)))
        (br $pairs))))

  ;; `_` and `$` stand between parts.
  (func $isBetween (param $letter i32) (result i32)
    (i32.or (i32.eq (local.get $letter) (i32.const 95)) (i32.eq (local.get $letter) (i32.const 36))))

  (func $isUpper (param $letter i32) (result i32)
    (i32.lt_u (i32.sub (local.get $letter) (i32.const 65)) (i32.const 26)))

  ;; A capital begins a part after anything but a capital, and before a small letter.
  (func $beginsPart (param $from i32) (param $at i32) (param $to i32) (result i32)
    (local $before i32)
    (if (i32.eq (local.get $from) (local.get $at)) (then (return (i32.const 0))))
    (if (i32.eqz (call $isUpper (i32.load8_u (local.get $at)))) (then (return (i32.const 0))))
    (local.set $before (i32.load8_u (i32.sub (local.get $at) (i32.const 1))))
    (if (i32.eqz (call $isUpper (local.get $before))) (then (return (i32.eqz (call $isBetween (local.get $before))))))
    (i32.and (i32.lt_u (i32.add (local.get $at) (i32.const 1)) (local.get $to)) (i32.lt_u (i32.sub (i32.load8_u offset=1 (local.get $at)) (i32.const 97)) (i32.const 26))))

  ;; Notes where the stem of a part stands, when it has two to forty letters; gives where the next one is noted.
  (func $addPart (param $start i32) (param $end i32) (param $parts i32) (result i32)
    (if (i32.ge_u (local.get $start) (local.get $end)) (then (return (local.get $parts))))
    (local.set $end (call $stemEnd (local.get $start) (local.get $end)))
    (if (i32.gt_u (i32.sub (i32.sub (local.get $end) (local.get $start)) (i32.const 2)) (i32.const 38)) (then (return (local.get $parts))))
    (i32.store (local.get $parts) (local.get $start))
    (i32.store offset=4 (local.get $parts) (local.get $end))
    (i32.add (local.get $parts) (i32.const 8)))

  ;; Where the stem of a part ends: the longest ending goes that leaves four letters.
  (func $stemEnd (param $start i32) (param $end i32) (result i32)
    (local $last i64) (local $length i32)
    (local.set $length (i32.sub (local.get $end) (local.get $start)))
    ;; The last eight letters as small ones, the very last highest.
    (local.set $last (i64.or (i64.load (i32.sub (local.get $end) (i32.const 8))) (i64.const 0x2020202020202020)))
    ;; ations
    (if (i32.and (i32.ge_u (local.get $length) (i32.const 10)) (i64.eq (i64.shr_u (local.get $last) (i64.const 16)) (i64.const 0x736e6f697461))) (then (return (i32.sub (local.get $end) (i32.const 6)))))
    ;; ation, ingly
    (if (i32.ge_u (local.get $length) (i32.const 9))
      (then
        (if (i32.or (i64.eq (i64.shr_u (local.get $last) (i64.const 24)) (i64.const 0x6e6f697461)) (i64.eq (i64.shr_u (local.get $last) (i64.const 24)) (i64.const 0x796c676e69)))
          (then (return (i32.sub (local.get $end) (i32.const 5)))))))
    ;; ings
    (if (i32.and (i32.ge_u (local.get $length) (i32.const 8)) (i64.eq (i64.shr_u (local.get $last) (i64.const 32)) (i64.const 0x73676e69))) (then (return (i32.sub (local.get $end) (i32.const 4)))))
    ;; ing, ies, ied, ers
    (if (i32.ge_u (local.get $length) (i32.const 7))
      (then
        (if (i32.or
            (i32.or (i64.eq (i64.shr_u (local.get $last) (i64.const 40)) (i64.const 0x676e69)) (i64.eq (i64.shr_u (local.get $last) (i64.const 40)) (i64.const 0x736569)))
            (i32.or (i64.eq (i64.shr_u (local.get $last) (i64.const 40)) (i64.const 0x646569)) (i64.eq (i64.shr_u (local.get $last) (i64.const 40)) (i64.const 0x737265))))
          (then (return (i32.sub (local.get $end) (i32.const 3)))))))
    ;; ed, es, er
    (if (i32.ge_u (local.get $length) (i32.const 6))
      (then
        (if (i32.or (i64.eq (i64.shr_u (local.get $last) (i64.const 48)) (i64.const 0x6465))
            (i32.or (i64.eq (i64.shr_u (local.get $last) (i64.const 48)) (i64.const 0x7365)) (i64.eq (i64.shr_u (local.get $last) (i64.const 48)) (i64.const 0x7265))))
          (then (return (i32.sub (local.get $end) (i32.const 2)))))))
    ;; s, e, y
    (if (i32.ge_u (local.get $length) (i32.const 5))
      (then
        (if (i32.or (i64.eq (i64.shr_u (local.get $last) (i64.const 56)) (i64.const 0x73))
            (i32.or (i64.eq (i64.shr_u (local.get $last) (i64.const 56)) (i64.const 0x65)) (i64.eq (i64.shr_u (local.get $last) (i64.const 56)) (i64.const 0x79))))
          (then (return (i32.sub (local.get $end) (i32.const 1)))))))
    (local.get $end))

  ;; The hash of a part as small letters, after what was hashed before.
  (func $lowerHash (param $hash i32) (param $part i32) (result i32)
    (local $at i32) (local $letter i32)
    (local.set $at (i32.load (local.get $part)))
    (loop $letters
      (local.set $letter (i32.load8_u (local.get $at)))
      (local.set $letter (i32.or (local.get $letter) (i32.shl (call $isUpper (local.get $letter)) (i32.const 5))))
      (local.set $hash (i32.mul (i32.xor (local.get $hash) (local.get $letter)) (i32.const 0x01000193)))
      (local.set $at (i32.add (local.get $at) (i32.const 1)))
      (br_if $letters (i32.lt_u (local.get $at) (i32.load offset=4 (local.get $part)))))
    (local.get $hash))

  ;; Lists a stem of the word that is new.
  (func $list (export "list") (param $hash i32)
    (local $slot i32) (local $stem i32)
    (local.set $slot (i32.shl (i32.and (i32.xor (local.get $hash) (i32.shr_u (local.get $hash) (i32.const 15))) (i32.const 0x7ffff)) (i32.const 2)))
    (block $known
      (loop $probe
        (local.set $stem (i32.load offset=0x8a0000 (local.get $slot)))
        (if (local.get $stem)
          (then
            (br_if $known (i32.eq (i32.load (local.get $stem)) (local.get $hash)))
            (local.set $slot (i32.and (i32.add (local.get $slot) (i32.const 4)) (i32.const 0x1ffffc)))
            (br $probe))))
      (local.set $stem (global.get $nextStem))
      (i32.store offset=0x8a0000 (local.get $slot) (local.get $stem))
      (i32.store (local.get $stem) (local.get $hash))
      (i32.store offset=4 (local.get $stem) (i32.const 0))
      (global.set $nextStem (i32.add (local.get $stem) (i32.const 8))))
    (i32.store (global.get $listed) (local.get $stem))
    (global.set $listed (i32.add (global.get $listed) (i32.const 4))))

  ;; Writes what came since the last time at ROW, stems before words, and forgets how often; gives how many there are.
  (func (export "take") (param $total i32) (result i32)
    (local $stems i32) (local $at i32) (local $size i32)
    (local.set $stems (call $countStems))
    (local.set $size (i32.add (i32.shr_u (i32.sub (local.get $stems) (i32.const 0x7a0000)) (i32.const 2)) (i32.shr_u (i32.sub (global.get $came) (i32.const 0x320000)) (i32.const 2))))
    (i32.store (i32.const 0xaa0000) (local.get $total))
    (i32.store (i32.const 0xaa0004) (i32.shr_u (i32.sub (local.get $stems) (i32.const 0x7a0000)) (i32.const 2)))
    (local.set $at (call $write (i32.const 0x7a0000) (local.get $stems) (i32.const 0) (i32.const 4) (local.get $size)))
    (local.set $at (call $write (i32.const 0x320000) (global.get $came) (local.get $at) (i32.const 8) (local.get $size)))
    (global.set $came (i32.const 0x320000))
    (local.get $at))

  ;; Counts the stems of the words that came; gives where the last of them stands.
  (func $countStems (result i32)
    (local $last i32) (local $came i32) (local $word i32) (local $times i32) (local $at i32) (local $end i32) (local $stem i32)
    (local.set $last (i32.const 0x7a0000))
    (local.set $came (i32.const 0x320000))
    (block $done
      (loop $words
        (br_if $done (i32.ge_u (local.get $came) (global.get $came)))
        (local.set $word (i32.load (local.get $came)))
        (local.set $came (i32.add (local.get $came) (i32.const 4)))
        (local.set $times (i32.load offset=8 (local.get $word)))
        (local.set $at (i32.load offset=12 (local.get $word)))
        (local.set $end (i32.load offset=28 (local.get $word)))
        (loop $stems
          (br_if $words (i32.ge_u (local.get $at) (local.get $end)))
          (local.set $stem (i32.load (local.get $at)))
          (local.set $at (i32.add (local.get $at) (i32.const 4)))
          (if (i32.eqz (i32.load offset=4 (local.get $stem)))
            (then
              (i32.store (local.get $last) (local.get $stem))
              (local.set $last (i32.add (local.get $last) (i32.const 4)))))
          (i32.store offset=4 (local.get $stem) (i32.add (i32.load offset=4 (local.get $stem)) (local.get $times)))
          (br $stems))))
    (local.get $last))

  ;; Writes hashes and counts of things from a place in the row on, and sets their counts back; gives the place behind them. A count ends at 255.
  (func $write (param $from i32) (param $to i32) (param $at i32) (param $count i32) (param $size i32) (result i32)
    (local $thing i32) (local $times i32)
    (local.set $size (i32.shl (local.get $size) (i32.const 2)))
    (block $done
      (loop $on
        (br_if $done (i32.ge_u (local.get $from) (local.get $to)))
        (local.set $thing (i32.load (local.get $from)))
        (local.set $from (i32.add (local.get $from) (i32.const 4)))
        (i32.store offset=0xaa0008 (i32.shl (local.get $at) (i32.const 2)) (i32.load (local.get $thing)))
        (local.set $thing (i32.add (local.get $thing) (local.get $count)))
        (local.set $times (i32.load (local.get $thing)))
        (i32.store (local.get $thing) (i32.const 0))
        (i32.store8 offset=0xaa0008 (i32.add (local.get $size) (local.get $at)) (select (i32.const 255) (local.get $times) (i32.gt_u (local.get $times) (i32.const 255))))
        (local.set $at (i32.add (local.get $at) (i32.const 1)))
        (br $on)))
    (local.get $at)))
