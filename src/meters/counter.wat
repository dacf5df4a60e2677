;; The hot path of the exact meters: cuts UTF-8 into pieces and says how many tokens each has. The same algorithm as plain.ts, pieces.ts,
;; scan*.ts and merge.ts, which run where this cannot; tests hold the two against each other. scripts/build-modules.mjs makes counter-module.ts
;; of it.
;;
;; Memory, with the names of wasm.ts:
;;   0x000000  KINDS    the kind of each code point (characters.ts)
;;   0x110000  next     merging: where the part after the one at a place begins
;;   0x112000  previous merging: where the part before it begins
;;   0x114000  ranks    merging: the rank of a part joined with the one after it, then its place in 13 bits
;;   0x116000  ASCII    the kind of each byte below 0x80; 15 for the others
;;   0x116100  ONES     sixteen bytes of ones, then sixteen of zeros: n bytes before the zeros begins the mask of a piece of n bytes
;;   0x118000  parts    merging: the rank of the part at a place; 0x3ff00 and more for a byte
;;   0x120000  PAIRS    the rank of each two bytes
;;   0x160000  SHORT    pieces up to 15 bytes, 65,536 pairs of slots of 16, the one asked for last first: the text, then length << 4 | tokens
;;   0x360000  LONGER   pieces of 16 to 62 bytes, 4,096 slots of 64: length, tokens, text
;;   0x3a0000  OFFSETS  where each token begins in the arena
;;   0x4b0000  TABLE    2^19 slots: rank + 1 in the low 18 bits, the high bits of the hash above; 0 is free
;;   0x6b0000  JOINS    what two parts made that were asked for before, 65,536 slots of 8: their ranks, then a bit, then the rank of both or 0x3ffff
;;   0x730000  LONGEST  pieces of 63 to 254 bytes, 1,024 slots of 256, like LONGER
;;   0x770000  ARENA    the bytes of all tokens, then the text and the log, where the caller puts them
;;
;; Kinds: 0 other, 1 upper, 2 lower, 3 caseless, 4 mark, 5 number, 6 blank, 7 space, 8 line break.
(module
  ;; Merges what is longer than 2,044 bytes, with a heap and in windows.
  (import "fovea" "mergeLong" (func $mergeLong (param i32) (param i32) (result i32)))
  (memory (export "memory") 160)
  ;; 1 for o200k_base, 0 for cl100k_base.
  (global $o200k (export "o200k") (mut i32) (i32.const 0))
  ;; Bytes of the longest token.
  (global $longest (export "longest") (mut i32) (i32.const 0))
  ;; Where the log ends.
  (global $logged (export "logged") (mut i32) (i32.const 0))

  ;; Lays out a vocabulary: the lengths of its tokens stand at LONGER, their bytes at ARENA.
  (func (export "lay") (param $size i32) (param $isO200k i32)
    (local $rank i32) (local $start i32) (local $length i32) (local $hash i64) (local $slot i32)
    (global.set $o200k (local.get $isO200k))
    (local.set $start (i32.const 0x120000))
    (loop $pairs
      (i32.store (local.get $start) (i32.const 0x7fffffff))
      (local.set $start (i32.add (local.get $start) (i32.const 4)))
      (br_if $pairs (i32.lt_u (local.get $start) (i32.const 0x160000))))
    (local.set $start (i32.const 0x770000))
    (loop $tokens
      (local.set $length (i32.load8_u offset=0x360000 (local.get $rank)))
      (i32.store offset=0x3a0000 (i32.shl (local.get $rank) (i32.const 2)) (local.get $start))
      (if (i32.gt_u (local.get $length) (global.get $longest)) (then (global.set $longest (local.get $length))))
      (if (i32.eq (local.get $length) (i32.const 2))
        (then (i32.store offset=0x120000 (call $pairAt (local.get $start)) (local.get $rank))))
      (local.set $hash (call $hash (local.get $start) (i32.add (local.get $start) (local.get $length))))
      (local.set $slot (i32.wrap_i64 (i64.shr_u (local.get $hash) (i64.const 45))))
      (block $free
        (loop $probe
          (br_if $free (i32.eqz (i32.load offset=0x4b0000 (i32.shl (local.get $slot) (i32.const 2)))))
          (local.set $slot (i32.and (i32.add (local.get $slot) (i32.const 1)) (i32.const 0x7ffff)))
          (br $probe)))
      (i32.store offset=0x4b0000 (i32.shl (local.get $slot) (i32.const 2))
        (i32.or (i32.and (i32.wrap_i64 (i64.shr_u (local.get $hash) (i64.const 13))) (i32.const 0xfffc0000)) (i32.add (local.get $rank) (i32.const 1))))
      (i32.store8 offset=0x360000 (local.get $rank) (i32.const 0))
      (local.set $start (i32.add (local.get $start) (local.get $length)))
      (local.set $rank (i32.add (local.get $rank) (i32.const 1)))
      (br_if $tokens (i32.lt_u (local.get $rank) (local.get $size))))
    (i32.store offset=0x3a0000 (i32.shl (local.get $rank) (i32.const 2)) (local.get $start)))

  ;; The place of two bytes in PAIRS, in bytes from its beginning.
  (func $pairAt (param $at i32) (result i32)
    (i32.or (i32.shl (i32.load8_u (local.get $at)) (i32.const 10)) (i32.shl (i32.load8_u offset=1 (local.get $at)) (i32.const 2))))

  ;; A hash of a stretch, of which the high bits are the good ones.
  (func $hash (param $at i32) (param $end i32) (result i64)
    (local $length i32) (local $hash i64) (local $mask i32)
    (local.set $length (i32.sub (local.get $end) (local.get $at)))
    (local.set $hash (i64.shl (i64.extend_i32_u (local.get $length)) (i64.const 60)))
    (block $rest
      (loop $sixteens
        (br_if $rest (i32.lt_u (local.get $length) (i32.const 16)))
        (local.set $hash (i64.mul (i64.xor (local.get $hash) (i64.load (local.get $at))) (i64.const 0x9e3779b97f4a7c15)))
        (local.set $hash (i64.mul
          (i64.xor (i64.rotl (local.get $hash) (i64.const 32)) (i64.load offset=8 (local.get $at)))
          (i64.const 0x9e3779b97f4a7c15)))
        (local.set $hash (i64.rotl (local.get $hash) (i64.const 32)))
        (local.set $at (i32.add (local.get $at) (i32.const 16)))
        (local.set $length (i32.sub (local.get $length) (i32.const 16)))
        (br $sixteens)))
    (local.set $mask (i32.sub (i32.const 0x116110) (local.get $length)))
    (i64.mul (i64.const 0x9e3779b97f4a7c15) (i64.xor
      (i64.and (i64.load (local.get $at)) (i64.load (local.get $mask)))
      (i64.rotl (i64.xor (local.get $hash) (i64.and (i64.load offset=8 (local.get $at)) (i64.load offset=8 (local.get $mask)))) (i64.const 25)))))

  ;; Whether so many bytes are the same at two places.
  (func $same (param $a i32) (param $b i32) (param $length i32) (result i32)
    (block $rest
      (loop $eights
        (br_if $rest (i32.lt_u (local.get $length) (i32.const 8)))
        (if (i64.ne (i64.load (local.get $a)) (i64.load (local.get $b))) (then (return (i32.const 0))))
        (local.set $a (i32.add (local.get $a) (i32.const 8)))
        (local.set $b (i32.add (local.get $b) (i32.const 8)))
        (local.set $length (i32.sub (local.get $length) (i32.const 8)))
        (br $eights)))
    (if (i32.eqz (local.get $length)) (then (return (i32.const 1))))
    ;; What lies beyond the last byte is shifted out.
    (i64.eqz (i64.shl (i64.xor (i64.load (local.get $a)) (i64.load (local.get $b)))
      (i64.extend_i32_u (i32.sub (i32.const 64) (i32.shl (local.get $length) (i32.const 3)))))))

  ;; The rank of a stretch, or 0x7fffffff. What is shorter than 16 bytes is hashed and compared here, the same way as by the functions.
  (func $rank (export "rank") (param $start i32) (param $end i32) (result i32)
    (local $length i32) (local $hash i64) (local $tag i32) (local $slot i32) (local $entry i32) (local $token i32) (local $mask i32) (local $low i64) (local $high i64)
    (local.set $length (i32.sub (local.get $end) (local.get $start)))
    (if (i32.gt_u (local.get $length) (global.get $longest)) (then (return (i32.const 0x7fffffff))))
    (if (i32.lt_u (local.get $length) (i32.const 16))
      (then
        (local.set $mask (i32.sub (i32.const 0x116110) (local.get $length)))
        (local.set $low (i64.and (i64.load (local.get $start)) (i64.load (local.get $mask))))
        (local.set $high (i64.and (i64.load offset=8 (local.get $start)) (i64.load offset=8 (local.get $mask))))
        (local.set $hash (i64.mul (i64.const 0x9e3779b97f4a7c15) (i64.xor (local.get $low)
          (i64.rotl (i64.or (local.get $high) (i64.shl (i64.extend_i32_u (local.get $length)) (i64.const 60))) (i64.const 25))))))
      (else (local.set $hash (call $hash (local.get $start) (local.get $end)))))
    (local.set $slot (i32.wrap_i64 (i64.shr_u (local.get $hash) (i64.const 45))))
    (local.set $tag (i32.wrap_i64 (i64.shr_u (local.get $hash) (i64.const 13))))
    (loop $probe
      (local.set $entry (i32.load offset=0x4b0000 (i32.shl (local.get $slot) (i32.const 2))))
      (if (i32.eqz (local.get $entry)) (then (return (i32.const 0x7fffffff))))
      (if (i32.eqz (i32.and (i32.xor (local.get $entry) (local.get $tag)) (i32.const 0xfffc0000)))
        (then
          (local.set $entry (i32.sub (i32.and (local.get $entry) (i32.const 0x3ffff)) (i32.const 1)))
          (local.set $token (i32.load offset=0x3a0000 (i32.shl (local.get $entry) (i32.const 2))))
          (if (i32.eq (local.get $length) (i32.sub (i32.load offset=0x3a0004 (i32.shl (local.get $entry) (i32.const 2))) (local.get $token)))
            (then
              (if (i32.lt_u (local.get $length) (i32.const 16))
                (then
                  (if (i64.eqz (i64.or
                      (i64.xor (local.get $low) (i64.and (i64.load (local.get $token)) (i64.load (local.get $mask))))
                      (i64.xor (local.get $high) (i64.and (i64.load offset=8 (local.get $token)) (i64.load offset=8 (local.get $mask))))))
                    (then (return (local.get $entry)))))
                (else (if (call $same (local.get $token) (local.get $start) (local.get $length)) (then (return (local.get $entry))))))))))
      (local.set $slot (i32.and (i32.add (local.get $slot) (i32.const 1)) (i32.const 0x7ffff)))
      (br $probe))
    (unreachable))

  ;; How many tokens at most 2,044 bytes become: joins the two neighbours of the lowest rank until none can be joined.
  (func $merge (param $start i32) (param $end i32) (result i32)
    (local $length i32) (local $place i32) (local $parts i32) (local $best i32) (local $after i32) (local $rank i32) (local $four v128)
    (local.set $parts (i32.sub (local.get $end) (local.get $start)))
    (local.set $length (i32.shl (local.get $parts) (i32.const 2)))
    ;; Places are counted in steps of four, so that they are addresses.
    (loop $split
      (i32.store offset=0x110000 (local.get $place) (i32.add (local.get $place) (i32.const 4)))
      (i32.store offset=0x112000 (local.get $place) (i32.sub (local.get $place) (i32.const 4)))
      (i32.store offset=0x118000 (local.get $place) (i32.or (i32.const 0x3ff00) (i32.load8_u (i32.add (local.get $start) (i32.shr_u (local.get $place) (i32.const 2))))))
      (i32.store offset=0x114000 (local.get $place) (i32.or (local.get $place) (i32.shl
        (i32.load offset=0x120000 (call $pairAt (i32.add (local.get $start) (i32.shr_u (local.get $place) (i32.const 2)))))
        (i32.const 13))))
      (local.set $place (i32.add (local.get $place) (i32.const 4)))
      (br_if $split (i32.lt_u (local.get $place) (local.get $length))))
    ;; Nothing is joined with the last one, nor with what fills the last four.
    (v128.store offset=0x113ffc (local.get $length) (v128.const i8x16 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1))
    (loop $joins
      (local.set $four (v128.load offset=0x114000 (i32.const 0)))
      (local.set $place (i32.const 16))
      (block $searched
        (loop $search
          (br_if $searched (i32.ge_u (local.get $place) (local.get $length)))
          (local.set $four (i32x4.min_u (local.get $four) (v128.load offset=0x114000 (local.get $place))))
          (local.set $place (i32.add (local.get $place) (i32.const 16)))
          (br $search)))
      (local.set $four (i32x4.min_u (local.get $four) (i8x16.swizzle (local.get $four) (v128.const i8x16 8 9 10 11 12 13 14 15 0 1 2 3 4 5 6 7))))
      (local.set $four (i32x4.min_u (local.get $four) (i8x16.swizzle (local.get $four) (v128.const i8x16 4 5 6 7 0 1 2 3 12 13 14 15 8 9 10 11))))
      (local.set $best (i32x4.extract_lane 0 (local.get $four)))
      (if (i32.ge_u (local.get $best) (i32.const 0xffffe000)) (then (return (local.get $parts))))
      (local.set $rank (i32.shr_u (local.get $best) (i32.const 13)))
      (local.set $best (i32.and (local.get $best) (i32.const 0x1ffc)))
      (i32.store offset=0x118000 (local.get $best) (local.get $rank))
      (local.set $after (i32.load offset=0x110000 (local.get $best)))
      (i32.store offset=0x114000 (local.get $after) (i32.const -1))
      (local.set $after (i32.load offset=0x110000 (local.get $after)))
      (i32.store offset=0x110000 (local.get $best) (local.get $after))
      (local.set $rank (i32.const -1))
      (if (i32.lt_u (local.get $after) (local.get $length))
        (then
          (i32.store offset=0x112000 (local.get $after) (local.get $best))
          (local.set $rank (call $rankOfParts (local.get $start) (local.get $best) (local.get $after) (i32.load offset=0x110000 (local.get $after))))))
      (i32.store offset=0x114000 (local.get $best) (local.get $rank))
      (local.set $place (i32.load offset=0x112000 (local.get $best)))
      (if (i32.ge_s (local.get $place) (i32.const 0))
        (then (i32.store offset=0x114000 (local.get $place) (call $rankOfParts (local.get $start) (local.get $place) (local.get $best) (local.get $after)))))
      (local.set $parts (i32.sub (local.get $parts) (i32.const 1)))
      (br $joins))
    (unreachable))

  ;; The rank of what two parts make, above its place. The same two meet again and again, in pieces that are new: JOINS spares the search in TABLE.
  (func $rankOfParts (param $start i32) (param $from i32) (param $middle i32) (param $to i32) (result i32)
    (local $parts i64) (local $slot i32) (local $known i64) (local $rank i32)
    (local.set $parts (i64.or
      (i64.shl (i64.extend_i32_u (i32.load offset=0x118000 (local.get $from))) (i64.const 18))
      (i64.extend_i32_u (i32.load offset=0x118000 (local.get $middle)))))
    (local.set $slot (i32.shl (i32.wrap_i64 (i64.shr_u (i64.mul (local.get $parts) (i64.const 0x9e3779b97f4a7c15)) (i64.const 48))) (i32.const 3)))
    (local.set $known (i64.load offset=0x6b0000 (local.get $slot)))
    ;; The bit tells a slot that is free from one of two parts of rank 0.
    (if (i64.ne (i64.shr_u (local.get $known) (i64.const 18)) (i64.or (i64.shl (local.get $parts) (i64.const 1)) (i64.const 1)))
      (then
        (local.set $rank (call $rank
          (i32.add (local.get $start) (i32.shr_u (local.get $from) (i32.const 2)))
          (i32.add (local.get $start) (i32.shr_u (local.get $to) (i32.const 2)))))
        (local.set $known (i64.or
          (i64.shl (i64.or (i64.shl (local.get $parts) (i64.const 1)) (i64.const 1)) (i64.const 18))
          (i64.extend_i32_u (i32.and (local.get $rank) (i32.const 0x3ffff)))))
        (i64.store offset=0x6b0000 (local.get $slot) (local.get $known))))
    (local.set $rank (i32.and (i32.wrap_i64 (local.get $known)) (i32.const 0x3ffff)))
    (if (i32.eq (local.get $rank) (i32.const 0x3ffff)) (then (local.set $rank (i32.const 0x7ffff))))
    (i32.or (local.get $from) (i32.shl (local.get $rank) (i32.const 13))))

  ;; The tokens of a piece that SHORT does not know.
  (func $find (param $start i32) (param $end i32) (result i32)
    (local $length i32)
    (local.set $length (i32.sub (local.get $end) (local.get $start)))
    (if (i32.ne (call $rank (local.get $start) (local.get $end)) (i32.const 0x7fffffff)) (then (return (i32.const 1))))
    (if (i32.gt_u (local.get $length) (i32.const 2044)) (then (return (call $mergeLong (local.get $start) (local.get $end)))))
    (if (i32.gt_u (i32.sub (local.get $length) (i32.const 16)) (i32.const 238)) (then (return (call $merge (local.get $start) (local.get $end)))))
    (call $recallLonger (local.get $start) (local.get $end) (local.get $length)))

  ;; The tokens of a piece of 16 to 254 bytes. Few of these are new, rulers of stars and dashes above all, and merging one costs with the square of its length.
  (func $recallLonger (param $start i32) (param $end i32) (param $length i32) (result i32)
    (local $slot i32) (local $tokens i32) (local $hash i64)
    (local.set $hash (call $hash (local.get $start) (local.get $end)))
    (local.set $slot (if (result i32) (i32.lt_u (local.get $length) (i32.const 63))
      (then (i32.add (i32.const 0x360000) (i32.shl (i32.wrap_i64 (i64.shr_u (local.get $hash) (i64.const 52))) (i32.const 6))))
      (else (i32.add (i32.const 0x730000) (i32.shl (i32.wrap_i64 (i64.shr_u (local.get $hash) (i64.const 54))) (i32.const 8))))))
    (if (i32.eq (i32.load8_u (local.get $slot)) (local.get $length))
      (then
        (if (call $same (i32.add (local.get $slot) (i32.const 2)) (local.get $start) (local.get $length))
          (then (return (i32.load8_u offset=1 (local.get $slot)))))))
    (local.set $tokens (call $merge (local.get $start) (local.get $end)))
    (i32.store8 (local.get $slot) (local.get $length))
    (i32.store8 offset=1 (local.get $slot) (local.get $tokens))
    (loop $bytes
      (i32.store8 offset=2 (local.get $slot) (i32.load8_u (local.get $start)))
      (local.set $slot (i32.add (local.get $slot) (i32.const 1)))
      (local.set $start (i32.add (local.get $start) (i32.const 1)))
      (br_if $bytes (i32.lt_u (local.get $start) (local.get $end))))
    (local.get $tokens))

  ;; The tokens of a piece.
  (func $tokensOf (param $start i32) (param $end i32) (result i32)
    (local $length i32) (local $low i64) (local $high i64) (local $slot i32)
    (local.set $length (i32.sub (local.get $end) (local.get $start)))
    (if (i32.gt_u (local.get $length) (i32.const 15)) (then (return (call $find (local.get $start) (local.get $end)))))
    (local.set $slot (i32.sub (i32.const 0x116110) (local.get $length)))
    (local.set $low (i64.and (i64.load (local.get $start)) (i64.load (local.get $slot))))
    (local.set $high (i64.or
      (i64.and (i64.load offset=8 (local.get $start)) (i64.load offset=8 (local.get $slot)))
      (i64.shl (i64.extend_i32_u (local.get $length)) (i64.const 60))))
    (local.set $slot (i32.and (i32.const 0x1fffe0) (i32.wrap_i64 (i64.shr_u
      (i64.mul (i64.xor (local.get $low) (i64.rotl (local.get $high) (i64.const 25))) (i64.const 0x9e3779b97f4a7c15))
      (i64.const 43)))))
    (if (i64.eq (local.get $low) (i64.load offset=0x160000 (local.get $slot)))
      (then
        (if (i64.eqz (i64.and (i64.xor (i64.load offset=0x160008 (local.get $slot)) (local.get $high)) (i64.const 0xf0ffffffffffffff)))
          (then (return (i32.and (i32.wrap_i64 (i64.shr_u (i64.load offset=0x160008 (local.get $slot)) (i64.const 56))) (i32.const 15)))))))
    (call $recall (local.get $start) (local.get $end) (local.get $low) (local.get $high) (local.get $slot)))

  ;; The tokens of a piece of up to 15 bytes that is not the first of its two slots; afterwards it is.
  (func $recall (param $start i32) (param $end i32) (param $low i64) (param $high i64) (param $slot i32) (result i32)
    (local $known i64)
    (local.set $known (i64.load offset=0x160018 (local.get $slot)))
    (if (i32.or
        (i64.ne (local.get $low) (i64.load offset=0x160010 (local.get $slot)))
        (i64.ne (i64.and (i64.xor (local.get $known) (local.get $high)) (i64.const 0xf0ffffffffffffff)) (i64.const 0)))
      (then (local.set $known (i64.or (local.get $high) (i64.shl (i64.extend_i32_u (call $find (local.get $start) (local.get $end))) (i64.const 56))))))
    (v128.store offset=0x160010 (local.get $slot) (v128.load offset=0x160000 (local.get $slot)))
    (i64.store offset=0x160000 (local.get $slot) (local.get $low))
    (i64.store offset=0x160008 (local.get $slot) (local.get $known))
    (i32.and (i32.wrap_i64 (i64.shr_u (local.get $known) (i64.const 56))) (i32.const 15)))

  ;; Kind and width << 4 of the character at a place.
  (func $character (param $at i32) (result i32)
    (local $lead i32) (local $point i32)
    (local.set $lead (i32.load8_u (local.get $at)))
    (if (i32.lt_u (local.get $lead) (i32.const 0x80))
      (then (return (i32.or (i32.const 0x10) (i32.load8_u offset=0x116000 (local.get $lead))))))
    (local.set $point (i32.and (i32.load8_u offset=1 (local.get $at)) (i32.const 63)))
    (if (i32.lt_u (local.get $lead) (i32.const 0xe0))
      (then (return (i32.or (i32.const 0x20)
        (i32.load8_u (i32.or (i32.shl (i32.and (local.get $lead) (i32.const 31)) (i32.const 6)) (local.get $point)))))))
    (local.set $point (i32.or (i32.shl (local.get $point) (i32.const 6)) (i32.and (i32.load8_u offset=2 (local.get $at)) (i32.const 63))))
    (if (i32.lt_u (local.get $lead) (i32.const 0xf0))
      (then (return (i32.or (i32.const 0x30)
        (i32.load8_u (i32.or (i32.shl (i32.and (local.get $lead) (i32.const 15)) (i32.const 12)) (local.get $point)))))))
    (local.set $point (i32.or (i32.shl (local.get $point) (i32.const 6)) (i32.and (i32.load8_u offset=3 (local.get $at)) (i32.const 63))))
    ;; Bytes that are not UTF-8 may claim more than there is.
    (local.set $point (i32.or (i32.shl (i32.and (local.get $lead) (i32.const 7)) (i32.const 18)) (local.get $point)))
    (if (i32.ge_u (local.get $point) (i32.const 0x110000)) (then (return (i32.const 0x40))))
    (i32.or (i32.const 0x40) (i32.load8_u (local.get $point))))

  ;; The end of the piece that starts at a place.
  (func $pieceEnd (param $at i32) (param $end i32) (result i32)
    (local $first i32) (local $kind i32) (local $after i32) (local $next i32)
    ;; Most pieces are words of ASCII, bare or after one sign or space.
    (local.set $kind (i32.load8_u offset=0x116000 (i32.load8_u (local.get $at))))
    (if (i32.lt_u (i32.sub (local.get $kind) (i32.const 1)) (i32.const 2)) (then (return (call $wordEnd (local.get $at) (local.get $end)))))
    (local.set $after (i32.add (local.get $at) (i32.const 1)))
    (if (i32.and (i32.and (i32.shr_u (i32.const 0xc1) (local.get $kind)) (i32.const 1)) (i32.lt_u (local.get $after) (local.get $end)))
      (then
        (if (i32.lt_u (i32.sub (i32.load8_u offset=0x116000 (i32.load8_u (local.get $after))) (i32.const 1)) (i32.const 2))
          (then
            (if (i32.or (global.get $o200k) (i32.ne (i32.load8_u (local.get $at)) (i32.const 39)))
              (then (return (call $wordEnd (local.get $after) (local.get $end)))))))))
    (local.set $first (call $character (local.get $at)))
    (local.set $kind (i32.and (local.get $first) (i32.const 15)))
    (if (i32.lt_u (i32.sub (local.get $kind) (i32.const 1)) (i32.const 3)) (then (return (call $wordEnd (local.get $at) (local.get $end)))))
    (if (i32.eq (local.get $kind) (i32.const 5)) (then (return (call $numberEnd (local.get $at) (local.get $end)))))
    (if (global.get $o200k)
      (then
        (if (i32.eq (local.get $kind) (i32.const 4)) (then (return (call $markedEnd (local.get $at) (local.get $end))))))
      (else
        ;; In cl100k_base a contraction is a piece of its own, and a mark is a sign.
        (local.set $next (call $contractionEnd (local.get $at) (local.get $end)))
        (if (i32.gt_u (local.get $next) (local.get $at)) (then (return (local.get $next))))
        (local.set $kind (call $unmarked (local.get $kind)))))
    (local.set $after (i32.add (local.get $at) (i32.shr_u (local.get $first) (i32.const 4))))
    (if (i32.and (i32.ne (local.get $kind) (i32.const 8)) (i32.lt_u (local.get $after) (local.get $end)))
      (then
        (local.set $next (i32.and (call $character (local.get $after)) (i32.const 15)))
        (if (i32.eqz (global.get $o200k)) (then (local.set $next (call $unmarked (local.get $next)))))
        (if (i32.lt_u (i32.sub (local.get $next) (i32.const 1)) (i32.const 4)) (then (return (call $wordEnd (local.get $after) (local.get $end)))))
        (if (i32.eq (local.get $kind) (i32.const 7))
          (then (if (i32.eqz (local.get $next)) (then (return (call $signsEnd (local.get $after) (local.get $end)))))))))
    (if (i32.eqz (local.get $kind)) (then (return (call $signsEnd (local.get $after) (local.get $end)))))
    (call $spaceEnd (local.get $at) (local.get $end)))

  (func $unmarked (param $kind i32) (result i32)
    (select (i32.const 0) (local.get $kind) (i32.eq (local.get $kind) (i32.const 4))))

  ;; A word from its first letter: of ASCII here, of anything else in the functions after it.
  (func $wordEnd (param $at i32) (param $end i32) (result i32)
    (local $stop i32) (local $kind i32)
    (if (i32.eqz (global.get $o200k)) (then (return (call $lettersEnd (local.get $at) (local.get $end)))))
    (local.set $stop (local.get $at))
    (block $done
      (loop $capitals
        (br_if $done (i32.ge_u (local.get $stop) (local.get $end)))
        (local.set $kind (i32.load8_u offset=0x116000 (i32.load8_u (local.get $stop))))
        (br_if $done (i32.ne (local.get $kind) (i32.const 1)))
        (local.set $stop (i32.add (local.get $stop) (i32.const 1)))
        (br $capitals)))
    (local.set $stop (call $asciiEnd (local.get $stop) (i64.const 0)))
    (if (i32.ge_u (local.get $stop) (local.get $end)) (then (return (local.get $end))))
    (if (i32.ge_u (i32.load8_u (local.get $stop)) (i32.const 0x80))
      (then
        (local.set $stop (call $smallWordEnd (local.get $at) (local.get $end)))
        (if (i32.eq (local.get $stop) (local.get $at))
          (then (local.set $stop (call $run (local.get $at) (local.get $end) (i32.const 0x2)))))))
    (call $contractionEnd (local.get $stop) (local.get $end)))

  ;; \p{L}+
  (func $lettersEnd (param $at i32) (param $end i32) (result i32)
    (local.set $at (call $asciiEnd (local.get $at) (i64.const 0x2020202020202020)))
    (if (i32.ge_u (local.get $at) (local.get $end)) (then (return (local.get $end))))
    (if (i32.lt_u (i32.load8_u (local.get $at)) (i32.const 0x80)) (then (return (local.get $at))))
    (call $run (local.get $at) (local.get $end) (i32.const 0xe)))

  ;; Past small letters of ASCII, eight bytes at a time; with 0x20 in each byte of `fold`, past capitals too. May run over the end of the text.
  (func $asciiEnd (param $at i32) (param $fold i64) (result i32)
    (local $eight i64) (local $low i64)
    (loop $more
      (local.set $eight (i64.or (i64.load (local.get $at)) (local.get $fold)))
      (local.set $low (i64.and (local.get $eight) (i64.const 0x7f7f7f7f7f7f7f7f)))
      ;; The high bit of each byte says that it is no letter: below `a`, above `z` or not ASCII.
      (local.set $low (i64.and (i64.const 0x8080808080808080)
        (i64.or (local.get $eight)
          (i64.or (i64.xor (i64.add (local.get $low) (i64.const 0x1f1f1f1f1f1f1f1f)) (i64.const -1)) (i64.add (local.get $low) (i64.const 0x0505050505050505))))))
      (local.set $at (i32.add (local.get $at) (i32.wrap_i64 (i64.shr_u (i64.ctz (local.get $low)) (i64.const 3)))))
      (br_if $more (i64.eqz (local.get $low))))
    (local.get $at))

  ;; Past all characters whose kinds are in a set: bit 1 for upper, bit 2 for lower...
  (func $run (param $at i32) (param $end i32) (param $kinds i32) (result i32)
    (local $next i32)
    (loop $more
      (if (i32.ge_u (local.get $at) (local.get $end)) (then (return (local.get $at))))
      (local.set $next (i32.or (i32.const 0x10) (i32.load8_u offset=0x116000 (i32.load8_u (local.get $at)))))
      (if (i32.eq (local.get $next) (i32.const 0x1f)) (then (local.set $next (call $character (local.get $at)))))
      (if (i32.eqz (i32.and (i32.shr_u (local.get $kinds) (i32.and (local.get $next) (i32.const 15))) (i32.const 1))) (then (return (local.get $at))))
      (local.set $at (i32.add (local.get $at) (i32.shr_u (local.get $next) (i32.const 4))))
      (br $more))
    (unreachable))

  ;; [Ux]*[lx]+ of o200k_base, or the place itself. Without anything of [lx] after it, [Ux]* gives back as far as its last x.
  (func $smallWordEnd (param $at i32) (param $end i32) (result i32)
    (local $stop i32) (local $caseless i32) (local $next i32) (local $kind i32)
    (local.set $stop (local.get $at))
    (local.set $caseless (local.get $at))
    (block $done
      (loop $more
        (br_if $done (i32.ge_u (local.get $stop) (local.get $end)))
        (local.set $next (call $character (local.get $stop)))
        (local.set $kind (i32.and (local.get $next) (i32.const 15)))
        (br_if $done (i32.eqz (i32.and (i32.shr_u (i32.const 0x1a) (local.get $kind)) (i32.const 1))))
        (local.set $stop (i32.add (local.get $stop) (i32.shr_u (local.get $next) (i32.const 4))))
        (if (i32.ne (local.get $kind) (i32.const 1)) (then (local.set $caseless (local.get $stop))))
        (br $more)))
    (local.set $next (call $run (local.get $stop) (local.get $end) (i32.const 0x1c)))
    (select (local.get $next) (local.get $caseless) (i32.gt_u (local.get $next) (local.get $stop))))

  ;; A mark may be the character before the word or the first of it; the second reading always fits.
  (func $markedEnd (param $at i32) (param $end i32) (result i32)
    (local $word i32) (local $stop i32)
    (local.set $word (i32.add (local.get $at) (i32.shr_u (call $character (local.get $at)) (i32.const 4))))
    (local.set $stop (call $smallWordEnd (local.get $word) (local.get $end)))
    (if (i32.le_u (local.get $stop) (local.get $word)) (then (local.set $stop (call $smallWordEnd (local.get $at) (local.get $end)))))
    (call $contractionEnd (local.get $stop) (local.get $end)))

  ;; \p{N}{1,3}
  (func $numberEnd (param $at i32) (param $end i32) (result i32)
    (local $digits i32) (local $next i32)
    (loop $more
      (if (i32.ge_u (local.get $at) (local.get $end)) (then (return (local.get $at))))
      (local.set $next (call $character (local.get $at)))
      (if (i32.ne (i32.and (local.get $next) (i32.const 15)) (i32.const 5)) (then (return (local.get $at))))
      (local.set $at (i32.add (local.get $at) (i32.shr_u (local.get $next) (i32.const 4))))
      (local.set $digits (i32.add (local.get $digits) (i32.const 1)))
      (br_if $more (i32.lt_u (local.get $digits) (i32.const 3))))
    (local.get $at))

  ;; [^\s\p{L}\p{N}]*[\r\n/]*, without the slash in cl100k_base.
  (func $signsEnd (param $at i32) (param $end i32) (result i32)
    (local $byte i32)
    (local.set $at (call $run (local.get $at) (local.get $end) (i32.const 0x11)))
    (loop $more
      (if (i32.ge_u (local.get $at) (local.get $end)) (then (return (local.get $at))))
      (local.set $byte (i32.load8_u (local.get $at)))
      (if (i32.ne (local.get $byte) (i32.const 10))
        (then
          (if (i32.ne (local.get $byte) (i32.const 13))
            (then
              (if (i32.ne (local.get $byte) (i32.const 47)) (then (return (local.get $at))))
              (if (i32.eqz (global.get $o200k)) (then (return (local.get $at))))))))
      (local.set $at (i32.add (local.get $at) (i32.const 1)))
      (br $more))
    (unreachable))

  ;; \s*[\r\n]+|\s+(?!\S)|\s+
  (func $spaceEnd (param $at i32) (param $end i32) (result i32)
    (local $stop i32) (local $afterBreak i32) (local $last i32) (local $next i32)
    (local.set $stop (local.get $at))
    (local.set $last (local.get $at))
    (block $done
      (loop $more
        (br_if $done (i32.ge_u (local.get $stop) (local.get $end)))
        (local.set $next (i32.or (i32.const 0x10) (i32.load8_u offset=0x116000 (i32.load8_u (local.get $stop)))))
        (if (i32.eq (local.get $next) (i32.const 0x1f)) (then (local.set $next (call $character (local.get $stop)))))
        (br_if $done (i32.lt_u (i32.and (local.get $next) (i32.const 15)) (i32.const 6)))
        (local.set $last (local.get $stop))
        (local.set $stop (i32.add (local.get $stop) (i32.shr_u (local.get $next) (i32.const 4))))
        (if (i32.eq (i32.and (local.get $next) (i32.const 15)) (i32.const 8)) (then (local.set $afterBreak (local.get $stop))))
        (br $more)))
    (if (local.get $afterBreak) (then (return (local.get $afterBreak))))
    (if (i32.ge_u (local.get $stop) (local.get $end)) (then (return (local.get $stop))))
    (select (local.get $stop) (local.get $last) (i32.eq (local.get $last) (local.get $at))))

  ;; The end of 's 't 'd 'm 'll 've 're, in any case, at a place; the place itself where there is none.
  (func $contractionEnd (param $at i32) (param $end i32) (result i32)
    (local $first i32) (local $second i32)
    (if (i32.ge_u (i32.add (local.get $at) (i32.const 1)) (local.get $end)) (then (return (local.get $at))))
    (if (i32.ne (i32.load8_u (local.get $at)) (i32.const 39)) (then (return (local.get $at))))
    (local.set $first (i32.or (i32.load8_u offset=1 (local.get $at)) (i32.const 32)))
    (if (i32.or
          (i32.or (i32.eq (local.get $first) (i32.const 115)) (i32.eq (local.get $first) (i32.const 116)))
          (i32.or (i32.eq (local.get $first) (i32.const 100)) (i32.eq (local.get $first) (i32.const 109))))
      (then (return (i32.add (local.get $at) (i32.const 2)))))
    (if (i32.ge_u (i32.add (local.get $at) (i32.const 2)) (local.get $end)) (then (return (local.get $at))))
    ;; Without regard to case, U+017F (long s, C5 BF) is an s.
    (if (i32.eq (i32.load16_u offset=1 (local.get $at)) (i32.const 0xbfc5)) (then (return (i32.add (local.get $at) (i32.const 3)))))
    (local.set $second (i32.or (i32.load8_u offset=2 (local.get $at)) (i32.const 32)))
    (if (i32.eq (local.get $first) (i32.const 108))
      (then (if (i32.eq (local.get $second) (i32.const 108)) (then (return (i32.add (local.get $at) (i32.const 3)))))))
    (if (i32.or (i32.eq (local.get $first) (i32.const 118)) (i32.eq (local.get $first) (i32.const 114)))
      (then (if (i32.eq (local.get $second) (i32.const 101)) (then (return (i32.add (local.get $at) (i32.const 3)))))))
    (local.get $at))

  ;; The tokens of a text. Unless `log` is 0, the lines are noted there, as log.ts says.
  ;;
  ;; Where each piece begins is found for 64 bytes at once, from their classes, one bit a byte; what this cannot decide is looked at piece by piece:
  ;; characters that are not ASCII, contractions, lines of nothing but blanks, and what reaches beyond the 64 bytes or to the end of the text.
  (func (export "count") (param $at i32) (param $end i32) (param $log i32) (result i32)
    (local $text i32) (local $stop i32) (local $length i32) (local $tokens i32) (local $line i32) (local $told i32)
    (local $o200k i64) (local $begin i32) (local $single i32) (local $cut i32) (local $cuts i64)
    (local $sixteen v128) (local $classes v128) (local $shift i64)
    (local $wide i64) (local $letters i64) (local $small i64) (local $digits i64) (local $spaces i64) (local $blanks i64) (local $breaks i64)
    (local $slashes i64) (local $quotes i64) (local $white i64) (local $signs i64) (local $tails i64) (local $starts i64) (local $more i64)
    (local $low i64) (local $high i64) (local $known i64) (local $slot i32)
    (local.set $text (local.get $at))
    (local.set $line (local.get $at))
    (local.set $o200k (i64.sub (i64.const 0) (i64.extend_i32_u (global.get $o200k))))
    (global.set $logged (local.get $log))
    (block $done
      (loop $stretches
        (br_if $done (i32.ge_u (local.get $at) (local.get $end)))
        (block $alone
          (br_if $alone (i32.lt_u (local.get $at) (local.get $single)))
          (local.set $wide (i64.const 0))
          (local.set $letters (i64.const 0))
          (local.set $small (i64.const 0))
          (local.set $digits (i64.const 0))
          (local.set $spaces (i64.const 0))
          (local.set $blanks (i64.const 0))
          (local.set $breaks (i64.const 0))
          (local.set $slashes (i64.const 0))
          (local.set $quotes (i64.const 0))
          (local.set $shift (i64.const 0))
          (local.set $begin (local.get $at))
          ;; What the low half of a byte may be and what the high half may be: the classes that both allow.
          (loop $sixteens
            (local.set $sixteen (v128.load (local.get $begin)))
            (local.set $classes (v128.and
              (i8x16.swizzle
                (v128.const i8x16 0x70 0xe0 0xe0 0xe0 0xe0 0xe0 0xe0 0xe1 0xe0 0xe8 0xc4 0x88 0x88 0x84 0x80 0x82)
                (v128.and (local.get $sixteen) (v128.const i8x16 15 15 15 15 15 15 15 15 15 15 15 15 15 15 15 15)))
              (i8x16.swizzle
                (v128.const i8x16 0x0c 0 0x13 0x20 0x80 0x40 0x80 0x40 0 0 0 0 0 0 0 0)
                (v128.and (i16x8.shr_u (local.get $sixteen) (i32.const 4)) (v128.const i8x16 15 15 15 15 15 15 15 15 15 15 15 15 15 15 15 15)))))
            (local.set $wide (i64.or (local.get $wide) (i64.shl (i64.extend_i32_u (i8x16.bitmask (local.get $sixteen))) (local.get $shift))))
            (local.set $small (i64.or (local.get $small)
              (i64.shl (i64.extend_i32_u (i8x16.bitmask (i16x8.shl (local.get $sixteen) (i32.const 2)))) (local.get $shift))))
            (local.set $letters (i64.or (local.get $letters)
              (i64.shl (i64.extend_i32_u (i8x16.bitmask (v128.or (local.get $classes) (i16x8.shl (local.get $classes) (i32.const 1))))) (local.get $shift))))
            (local.set $digits (i64.or (local.get $digits)
              (i64.shl (i64.extend_i32_u (i8x16.bitmask (i16x8.shl (local.get $classes) (i32.const 2)))) (local.get $shift))))
            (local.set $spaces (i64.or (local.get $spaces)
              (i64.shl (i64.extend_i32_u (i8x16.bitmask (i16x8.shl (local.get $classes) (i32.const 3)))) (local.get $shift))))
            (local.set $blanks (i64.or (local.get $blanks)
              (i64.shl (i64.extend_i32_u (i8x16.bitmask (i16x8.shl (local.get $classes) (i32.const 4)))) (local.get $shift))))
            (local.set $breaks (i64.or (local.get $breaks)
              (i64.shl (i64.extend_i32_u (i8x16.bitmask (i16x8.shl (local.get $classes) (i32.const 5)))) (local.get $shift))))
            (local.set $slashes (i64.or (local.get $slashes)
              (i64.shl (i64.extend_i32_u (i8x16.bitmask (i16x8.shl (local.get $classes) (i32.const 6)))) (local.get $shift))))
            (local.set $quotes (i64.or (local.get $quotes)
              (i64.shl (i64.extend_i32_u (i8x16.bitmask (i16x8.shl (local.get $classes) (i32.const 7)))) (local.get $shift))))
            (local.set $begin (i32.add (local.get $begin) (i32.const 16)))
            (local.set $shift (i64.add (local.get $shift) (i64.const 16)))
            (br_if $sixteens (i64.lt_u (local.get $shift) (i64.const 64))))
          (local.set $begin (local.get $at))
          (local.set $blanks (i64.or (local.get $blanks) (local.get $spaces)))
          (local.set $white (i64.or (local.get $blanks) (local.get $breaks)))
          (local.set $signs (i64.xor (i64.const -1) (i64.or (i64.or (local.get $white) (local.get $wide)) (i64.or (local.get $letters) (local.get $digits)))))
          ;; Line breaks right after a sign belong to it, and with them the line breaks and slashes that follow. A sum carries over a run of ones.
          (local.set $more (i64.and (local.get $breaks) (i64.shl (local.get $signs) (i64.const 1))))
          (local.set $tails (i64.or (local.get $breaks) (i64.and (local.get $slashes) (local.get $o200k))))
          (local.set $tails (i64.or (local.get $more)
            (i64.and (local.get $tails) (i64.xor (i64.const -1) (i64.add (local.get $tails) (local.get $more))))))
          (local.set $starts
            (i64.or
              (i64.or
                ;; Blanks begin a piece after anything else; the last of them begins one with what follows.
                (i64.and (local.get $blanks) (i64.xor (i64.const -1)
                  (i64.and (i64.shl (local.get $blanks) (i64.const 1)) (i64.shr_u (local.get $white) (i64.const 1)))))
                ;; Line breaks after a letter or digit.
                (i64.and (local.get $breaks) (i64.shl (i64.or (local.get $letters) (local.get $digits)) (i64.const 1))))
              (i64.or
                ;; Signs after anything but signs and a space, which they take in.
                (i64.and (local.get $signs) (i64.xor (i64.const -1)
                  (i64.or (local.get $tails) (i64.shl (i64.or (local.get $signs) (local.get $spaces)) (i64.const 1)))))
                (i64.and (i64.shl (local.get $tails) (i64.const 1)) (i64.xor (i64.const -1) (local.get $tails))))))
          ;; A word takes in the one sign or blank before it, if that begins a piece. In o200k_base a capital after a small letter begins one too.
          (local.set $starts (i64.or (local.get $starts)
            (i64.and (local.get $letters) (i64.xor (i64.const -1) (i64.shl
              (i64.or (local.get $letters) (i64.and (i64.or (local.get $starts) (i64.const 1)) (i64.or (local.get $signs) (local.get $blanks))))
              (i64.const 1))))))
          (local.set $small (i64.and (local.get $small) (local.get $letters)))
          (local.set $starts (i64.or (local.get $starts)
            (i64.and (i64.and (local.get $letters) (i64.xor (i64.const -1) (local.get $small))) (i64.and (i64.shl (local.get $small) (i64.const 1)) (local.get $o200k)))))
          ;; Every third digit of a run.
          (local.set $more (i64.and (local.get $digits) (i64.xor (i64.const -1) (i64.shl (local.get $digits) (i64.const 1)))))
          (loop $thirds
            (local.set $starts (i64.or (local.get $starts) (local.get $more)))
            (local.set $more (i64.and (i64.shl (local.get $more) (i64.const 3))
              (i64.and (local.get $digits) (i64.and (i64.shl (local.get $digits) (i64.const 1)) (i64.shl (local.get $digits) (i64.const 2))))))
            (br_if $thirds (i64.ne (local.get $more) (i64.const 0))))
          ;; What cannot be decided: contractions, which may begin after a letter, and in cl100k_base everywhere,
          (local.set $more (i64.and
            (i64.and (local.get $quotes) (i64.or (i64.shl (local.get $letters) (i64.const 1)) (i64.xor (i64.const -1) (local.get $o200k))))
            (i64.xor (i64.const -1) (i64.shr_u (i64.or (i64.or (local.get $white) (local.get $digits)) (local.get $signs)) (i64.const 1)))))
          ;; blanks between line breaks,
          (local.set $cuts (i64.shl (local.get $breaks) (i64.const 1)))
          (if (i32.gt_u (local.get $at) (local.get $text))
            (then
              (if (i32.eq (i32.load8_u (i32.sub (local.get $at) (i32.const 1))) (i32.const 10))
                (then (local.set $cuts (i64.or (local.get $cuts) (i64.const 1)))))))
          (local.set $more (i64.or (local.get $more)
            (i64.and (local.get $breaks) (i64.add (local.get $blanks) (i64.and (i64.or (local.get $blanks) (i64.const 1)) (local.get $cuts))))))
          ;; other characters, and the end of the text;
          (local.set $more (i64.or (local.get $more) (local.get $wide)))
          (if (i32.lt_u (i32.sub (local.get $end) (local.get $at)) (i32.const 64))
            (then (local.set $more (i64.or (local.get $more)
              (i64.shl (i64.const 1) (i64.extend_i32_u (i32.sub (local.get $end) (local.get $at))))))))
          ;; up to the first of these the pieces that are left are looked at one by one. ctz says 64 where there is none.
          (local.set $single (i32.add (local.get $at) (i32.and (i32.const 63) (i32.add (i32.const 1) (i32.wrap_i64 (i64.ctz (local.get $more)))))))
          ;; Nor can white space before it be decided, or before the end of the 64 bytes.
          (local.set $more (i64.sub (i64.and (local.get $more) (i64.sub (i64.const 0) (local.get $more))) (i64.const 1)))
          (local.set $more (i64.or (i64.const 1) (i64.and (local.get $more) (i64.xor (i64.const -1) (local.get $white)))))
          (local.set $starts (i64.and (i64.const -2) (i64.and (local.get $starts) (i64.shr_u (i64.const -1) (i64.clz (local.get $more))))))
          (if (i64.eqz (local.get $starts))
            (then
              (if (i64.ne (local.get $wide) (i64.const 0))
                (then (local.set $single (i32.add (local.get $at) (i32.sub (i32.const 64) (i32.wrap_i64 (i64.clz (local.get $wide))))))))
              (br $alone)))
          (local.set $cuts (if (result i64) (local.get $log)
            (then (i64.and (local.get $cuts) (i64.or (local.get $starts) (i64.const 1))))
            (else (i64.const 0))))
          (local.set $cut (i32.add (local.get $begin) (i32.wrap_i64 (i64.ctz (local.get $cuts)))))
          (loop $pieces
            (if (i32.eq (local.get $at) (local.get $cut))
              (then
                (local.set $cuts (i64.and (local.get $cuts) (i64.sub (local.get $cuts) (i64.const 1))))
                (local.set $cut (i32.add (local.get $begin) (i32.wrap_i64 (i64.ctz (local.get $cuts)))))
                (if (i32.eq (i32.load8_u (i32.sub (local.get $at) (i32.const 1))) (i32.const 10))
                  (then
                    (call $note (call $units (local.get $line) (local.get $at)))
                    (call $note (i32.sub (local.get $tokens) (local.get $told)))
                    (local.set $line (local.get $at))
                    (local.set $told (local.get $tokens))))))
            (local.set $stop (i32.add (local.get $begin) (i32.wrap_i64 (i64.ctz (local.get $starts)))))
            (local.set $starts (i64.and (local.get $starts) (i64.sub (local.get $starts) (i64.const 1))))
            (local.set $length (i32.sub (local.get $stop) (local.get $at)))
            (if (i32.lt_u (local.get $length) (i32.const 16))
              (then
                (local.set $slot (i32.sub (i32.const 0x116110) (local.get $length)))
                (local.set $low (i64.and (i64.load (local.get $at)) (i64.load (local.get $slot))))
                (local.set $high (i64.or
                  (i64.and (i64.load offset=8 (local.get $at)) (i64.load offset=8 (local.get $slot)))
                  (i64.shl (i64.extend_i32_u (local.get $length)) (i64.const 60))))
                (local.set $slot (i32.and (i32.const 0x1fffe0) (i32.wrap_i64 (i64.shr_u
                  (i64.mul (i64.xor (local.get $low) (i64.rotl (local.get $high) (i64.const 25))) (i64.const 0x9e3779b97f4a7c15))
                  (i64.const 43)))))
                (local.set $known (i64.load offset=0x160008 (local.get $slot)))
                (local.set $tokens (i32.add (local.get $tokens)
                  (if (result i32) (i64.eqz (i64.or
                      (i64.xor (local.get $low) (i64.load offset=0x160000 (local.get $slot)))
                      (i64.and (i64.xor (local.get $known) (local.get $high)) (i64.const 0xf0ffffffffffffff))))
                    (then (i32.and (i32.wrap_i64 (i64.shr_u (local.get $known) (i64.const 56))) (i32.const 15)))
                    (else (call $recall (local.get $at) (local.get $stop) (local.get $low) (local.get $high) (local.get $slot)))))))
              (else (local.set $tokens (i32.add (local.get $tokens) (call $find (local.get $at) (local.get $stop))))))
            (local.set $at (local.get $stop))
            (br_if $pieces (i64.ne (local.get $starts) (i64.const 0))))
          (br $stretches))
        (local.set $stop (call $pieceEnd (local.get $at) (local.get $end)))
        ;; Bytes that are not UTF-8 may end in the middle of a character.
        (if (i32.gt_u (local.get $stop) (local.get $end)) (then (local.set $stop (local.get $end))))
        (if (i32.and (i32.gt_u (local.get $at) (local.get $text)) (i32.ne (local.get $log) (i32.const 0)))
          (then
            (if (i32.eq (i32.load8_u (i32.sub (local.get $at) (i32.const 1))) (i32.const 10))
              (then
                (if (i32.eqz (call $isBlank (local.get $at) (local.get $stop)))
                  (then
                    (call $note (call $units (local.get $line) (local.get $at)))
                    (call $note (i32.sub (local.get $tokens) (local.get $told)))
                    (local.set $line (local.get $at))
                    (local.set $told (local.get $tokens))))))))
        (local.set $tokens (i32.add (local.get $tokens) (call $tokensOf (local.get $at) (local.get $stop))))
        (local.set $at (local.get $stop))
        (br $stretches)))
    (if (i32.and (i32.gt_u (local.get $at) (local.get $text)) (i32.ne (local.get $log) (i32.const 0)))
      (then
        (if (i32.eq (i32.load8_u (i32.sub (local.get $at) (i32.const 1))) (i32.const 10))
          (then
            (call $note (call $units (local.get $line) (local.get $at)))
            (call $note (i32.sub (local.get $tokens) (local.get $told)))))))
    (local.get $tokens))

  ;; Whether a piece may be blank lines: white space up to a line break. Bytes from 0x80 on are taken for white space.
  (func $isBlank (param $at i32) (param $stop i32) (result i32)
    (local $last i32)
    (local.set $last (i32.load8_u (i32.sub (local.get $stop) (i32.const 1))))
    (if (i32.and (i32.ne (local.get $last) (i32.const 10)) (i32.ne (local.get $last) (i32.const 13))) (then (return (i32.const 0))))
    (i32.and
      (i32.ge_u (i32.load8_u offset=0x116000 (i32.load8_u (local.get $at))) (i32.const 6))
      (i32.or
        (i32.eq (i32.add (local.get $at) (i32.const 1)) (local.get $stop))
        (i32.ge_u (i32.load8_u offset=0x116000 (i32.load8_u offset=1 (local.get $at))) (i32.const 6)))))

  ;; Adds a number to the log, seven bits a byte, the lowest first; the high bit says that more follow.
  (func $note (param $number i32)
    (loop $more
      (i32.store8 (global.get $logged)
        (i32.or (i32.and (local.get $number) (i32.const 127)) (i32.shl (i32.gt_u (local.get $number) (i32.const 127)) (i32.const 7))))
      (global.set $logged (i32.add (global.get $logged) (i32.const 1)))
      (local.set $number (i32.shr_u (local.get $number) (i32.const 7)))
      (br_if $more (local.get $number))))

  ;; How many UTF-16 units a stretch has: one for each byte that begins a character, two where that takes four bytes.
  (func $units (param $at i32) (param $end i32) (result i32)
    (local $units i32) (local $byte i32)
    (block $done
      (loop $more
        (br_if $done (i32.ge_u (local.get $at) (local.get $end)))
        (if (i32.le_u (i32.add (local.get $at) (i32.const 8)) (local.get $end))
          (then
            (if (i64.eqz (i64.and (i64.load (local.get $at)) (i64.const 0x8080808080808080)))
              (then
                (local.set $units (i32.add (local.get $units) (i32.const 8)))
                (local.set $at (i32.add (local.get $at) (i32.const 8)))
                (br $more)))))
        (local.set $byte (i32.load8_u (local.get $at)))
        (local.set $units (i32.add (local.get $units)
          (i32.add (i32.ne (i32.and (local.get $byte) (i32.const 0xc0)) (i32.const 0x80)) (i32.ge_u (local.get $byte) (i32.const 0xf0)))))
        (local.set $at (i32.add (local.get $at) (i32.const 1)))
        (br $more)))
    (local.get $units)))
