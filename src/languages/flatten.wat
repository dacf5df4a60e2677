;; Writes a tree of tree-sitter down as rows of numbers, so that whoever reads it need not ask the runtime about each node: a question from outside costs as much as
;; parsing some dozen characters. scripts/build-modules.mjs makes flatten-module.ts of it; node.ts reads the rows.
;;
;; It knows how the runtime and its grammars lie in memory (subtree.h and parser.h of tree-sitter, on 32 bits); test/conformance/nodes.test.ts holds every answer against the runtime's own.
;;
;; A row is 32 bytes: symbol with what is known of it (1 << 16 named, 1 << 17 missing, 1 << 18 holds an error), start and end in code units, the row of the parent, the row
;; after everything below it, the field that a cursor tells, how many entries the list of fields has so far, the row of the sibling before it.
;;
;; A frame is 56 bytes, one for each node whose children are being read: 0 the next child, 4 the end of the children, 8 how many children so far are no extras, 12 its names for
;; children, 16 where the last child ended, 20 whether there was one, 24 the row that the children belong to, 28 and 32 its fields, 36 its own row or -1 when it is hidden,
;; 40 how many rows there were before its children, 44 which child of its parent it is or -1 as an extra, 48 the field that a cursor tells of children which have none
;; of their own.
(module
  (import "fovea" "memory" (memory 1))
  (global $lists (mut i32) (i32.const 0))
  (global $widest (mut i32) (i32.const 0))
  (global $slices (mut i32) (i32.const 0))
  (global $entries (mut i32) (i32.const 0))

  ;; Writes all rows of a tree, and the list of fields behind `fields`; gives how many rows there are, or -1 when there is not enough room.
  (func (export "flatten") (param $tree i32) (param $rows i32) (param $most i32) (param $fields i32) (param $fieldsEnd i32) (param $stack i32) (param $stackEnd i32) (result i32)
    (local $language i32) (local $metadata i32) (local $count i32) (local $listed i32) (local $frame i32) (local $child i32) (local $word i32) (local $symbol i32)
    (local $padding i32) (local $size i32) (local $known i32) (local $isVisible i32) (local $isExtra i32) (local $index i32) (local $alias i32) (local $position i32)
    (local $row i32) (local $owner i32) (local $field i32) (local $isFirst i32) (local $level i32) (local $entry i32) (local $holds i32) (local $inherited i32) (local $slot i32)
    (local.set $language (i32.load offset=8 (local.get $tree)))
    (local.set $metadata (i32.load offset=72 (local.get $language)))
    (global.set $lists (i32.load offset=84 (local.get $language)))
    (global.set $widest (i32.load16_u offset=36 (local.get $language)))
    ;; A language without fields has no list of them.
    (global.set $slices (if (result i32) (i32.load offset=32 (local.get $language)) (then (i32.load offset=64 (local.get $language))) (else (i32.const 0))))
    (global.set $entries (i32.load offset=68 (local.get $language)))
    ;; The root stands in a frame of its own, as the only child of nothing.
    (local.set $frame (local.get $stack))
    (i32.store (local.get $frame) (local.get $tree))
    (i32.store offset=4 (local.get $frame) (i32.add (local.get $tree) (i32.const 8)))
    (i32.store offset=8 (local.get $frame) (i32.const 0))
    (i32.store offset=12 (local.get $frame) (i32.const 0))
    (i32.store offset=16 (local.get $frame) (i32.const 0))
    (i32.store offset=20 (local.get $frame) (i32.const 1))
    (i32.store offset=24 (local.get $frame) (i32.const -1))
    (i32.store offset=28 (local.get $frame) (i32.const 0))
    (i32.store offset=32 (local.get $frame) (i32.const 0))
    (i32.store offset=36 (local.get $frame) (i32.const 0))
    (i32.store offset=48 (local.get $frame) (i32.const 0))
    (block $done
      (loop $on
        (local.set $child (i32.load (local.get $frame)))
        (if (i32.ge_u (local.get $child) (i32.load offset=4 (local.get $frame)))
          (then
            (br_if $done (i32.eq (local.get $frame) (local.get $stack)))
            (local.set $owner (i32.load offset=36 (local.get $frame)))
            (if (i32.ge_s (local.get $owner) (i32.const 0))
              (then (i32.store offset=16 (i32.add (local.get $rows) (i32.shl (local.get $owner) (i32.const 5))) (local.get $count))))
            (local.set $frame (i32.sub (local.get $frame) (i32.const 56)))
            (br $on)))
        (i32.store (local.get $frame) (i32.add (local.get $child) (i32.const 8)))
        ;; A small node stands in the place of its address, with its lowest bit set.
        (local.set $word (i32.load (local.get $child)))
        (if (i32.and (local.get $word) (i32.const 1))
          (then
            (local.set $symbol (i32.and (i32.shr_u (local.get $word) (i32.const 8)) (i32.const 255)))
            (local.set $isVisible (i32.and (i32.shr_u (local.get $word) (i32.const 1)) (i32.const 1)))
            (local.set $isExtra (i32.and (i32.shr_u (local.get $word) (i32.const 3)) (i32.const 1)))
            (local.set $known (i32.shl (i32.and (i32.shr_u (local.get $word) (i32.const 2)) (i32.const 1)) (i32.const 16)))
            (if (i32.and (local.get $word) (i32.const 32)) (then (local.set $known (i32.or (local.get $known) (i32.const 0x60000)))))
            (local.set $padding (i32.load8_u offset=6 (local.get $child)))
            (local.set $size (i32.load8_u offset=7 (local.get $child)))
            (local.set $holds (i32.const 0)))
          (else
            (local.set $symbol (i32.load16_u offset=40 (local.get $word)))
            (local.set $isVisible (i32.and (i32.load8_u offset=44 (local.get $word)) (i32.const 1)))
            (local.set $isExtra (i32.and (i32.load8_u offset=44 (local.get $word)) (i32.const 4)))
            (local.set $known (i32.shl (i32.and (i32.load8_u offset=44 (local.get $word)) (i32.const 2)) (i32.const 15)))
            (if (i32.and (i32.load8_u offset=45 (local.get $word)) (i32.const 2)) (then (local.set $known (i32.or (local.get $known) (i32.const 0x60000)))))
            (if (i32.load offset=32 (local.get $word)) (then (local.set $known (i32.or (local.get $known) (i32.const 0x40000)))))
            (local.set $padding (i32.load offset=4 (local.get $word)))
            (local.set $size (i32.load offset=16 (local.get $word)))
            ;; What can be seen below it.
            (local.set $holds (if (result i32) (i32.load offset=36 (local.get $word)) (then (i32.load offset=48 (local.get $word))) (else (i32.const 0))))))
        (local.set $index (i32.const -1))
        (if (i32.eqz (local.get $isExtra))
          (then
            (local.set $index (i32.load offset=8 (local.get $frame)))
            (i32.store offset=8 (local.get $frame) (i32.add (local.get $index) (i32.const 1)))
            (local.set $alias (i32.load offset=12 (local.get $frame)))
            (if (local.get $alias)
              (then
                (local.set $alias (i32.load16_u (i32.add (local.get $alias) (i32.shl (local.get $index) (i32.const 1)))))
                (if (local.get $alias)
                  (then
                    (local.set $symbol (local.get $alias))
                    (local.set $isVisible (i32.const 1))
                    (local.set $known (i32.or (i32.and (local.get $known) (i32.const 0x60000))
                      (i32.shl (i32.load8_u offset=1 (i32.add (local.get $metadata) (i32.mul (local.get $alias) (i32.const 3)))) (i32.const 16))))))))))
        (local.set $position (i32.load offset=16 (local.get $frame)))
        (if (i32.load offset=20 (local.get $frame)) (then (local.set $position (i32.add (local.get $position) (local.get $padding)))))
        (i32.store offset=16 (local.get $frame) (i32.add (local.get $position) (local.get $size)))
        (i32.store offset=20 (local.get $frame) (i32.const 1))
        (local.set $owner (i32.load offset=24 (local.get $frame)))
        (if (i32.or (local.get $isVisible) (i32.lt_s (local.get $owner) (i32.const 0)))
          (then
            (if (i32.ge_u (local.get $count) (local.get $most)) (then (return (i32.const -1))))
            (local.set $row (i32.add (local.get $rows) (i32.shl (local.get $count) (i32.const 5))))
            (i32.store (local.get $row) (i32.or (local.get $symbol) (local.get $known)))
            (i32.store offset=4 (local.get $row) (i32.shr_u (local.get $position) (i32.const 1)))
            (i32.store offset=8 (local.get $row) (i32.shr_u (i32.add (local.get $position) (local.get $size)) (i32.const 1)))
            (i32.store offset=12 (local.get $row) (local.get $owner))
            (i32.store offset=28 (local.get $row) (i32.const -1))
            ;; While children are read, the place of the row after them holds the last of them.
            (if (i32.ge_s (local.get $owner) (i32.const 0))
              (then
                (local.set $owner (i32.add (local.get $rows) (i32.shl (local.get $owner) (i32.const 5))))
                (i32.store offset=28 (local.get $row) (i32.load offset=16 (local.get $owner)))
                (i32.store offset=16 (local.get $owner) (local.get $count))))
            ;; Its fields: those of its place, and of the places of the hidden nodes around it that it is the first child of. A cursor tells the innermost, first child or not.
            (local.set $field (call $fieldAt (local.get $frame) (local.get $index)))
            (local.set $isFirst (i32.const 1))
            (local.set $level (local.get $frame))
            (block $named
              (loop $out
                (br_if $named (i32.lt_s (local.get $index) (i32.const 0)))
                (local.set $entry (i32.load offset=28 (local.get $level)))
                (block $all
                  (loop $next
                    (br_if $all (i32.ge_u (local.get $entry) (i32.load offset=32 (local.get $level))))
                    (if (i32.eq (i32.load8_u offset=2 (local.get $entry)) (local.get $index))
                      (then
                        ;; What is inherited from a child is a field of that child; of a hidden one it is found there.
                        (local.set $inherited (i32.load8_u offset=3 (local.get $entry)))
                        (if (if (result i32) (i32.and (local.get $isFirst) (i32.or (i32.eqz (local.get $inherited)) (i32.eq (local.get $level) (local.get $frame))))
                            (then (call $isInherited (local.get $level) (i32.load16_u (local.get $entry)))) (else (i32.const 0)))
                          (then
                            (local.set $slot (i32.add (local.get $fields) (i32.shl (local.get $listed) (i32.const 2))))
                            (if (i32.ge_u (local.get $slot) (local.get $fieldsEnd)) (then (return (i32.const -1))))
                            (i32.store (local.get $slot) (i32.or (i32.load16_u (local.get $entry)) (i32.shl (local.get $inherited) (i32.const 16))))
                            (local.set $listed (i32.add (local.get $listed) (i32.const 1)))))))
                    (local.set $entry (i32.add (local.get $entry) (i32.const 4)))
                    (br $next)))
                (br_if $named (i32.ge_s (i32.load offset=36 (local.get $level)) (i32.const 0)))
                (if (i32.ne (i32.load offset=40 (local.get $level)) (local.get $count)) (then (local.set $isFirst (i32.const 0))))
                (local.set $index (i32.load offset=44 (local.get $level)))
                (local.set $level (i32.sub (local.get $level) (i32.const 56)))
                (br_if $out (local.get $isFirst))))
            (i32.store offset=20 (local.get $row) (local.get $field))
            (i32.store offset=24 (local.get $row) (local.get $listed))
            (local.set $owner (local.get $count))
            (local.set $count (i32.add (local.get $count) (i32.const 1)))
            (i32.store offset=16 (local.get $row) (if (result i32) (local.get $holds) (then (i32.const -1)) (else (local.get $count))))
            (br_if $on (i32.eqz (local.get $holds)))
            (local.set $frame (i32.add (local.get $frame) (i32.const 56)))
            (if (i32.gt_u (i32.add (local.get $frame) (i32.const 56)) (local.get $stackEnd)) (then (return (i32.const -1))))
            (i32.store offset=36 (local.get $frame) (local.get $owner))
            (i32.store offset=48 (local.get $frame) (i32.const 0))
            (call $enter (local.get $frame) (local.get $word) (local.get $position) (local.get $owner))
            (br $on)))
        (br_if $on (i32.eqz (local.get $holds)))
        (local.set $frame (i32.add (local.get $frame) (i32.const 56)))
        (if (i32.gt_u (i32.add (local.get $frame) (i32.const 56)) (local.get $stackEnd)) (then (return (i32.const -1))))
        (i32.store offset=36 (local.get $frame) (i32.const -1))
        (i32.store offset=40 (local.get $frame) (local.get $count))
        (i32.store offset=44 (local.get $frame) (local.get $index))
        (i32.store offset=48 (local.get $frame) (call $fieldAt (i32.sub (local.get $frame) (i32.const 56)) (local.get $index)))
        (call $enter (local.get $frame) (local.get $word) (local.get $position) (local.get $owner))
        (br $on)))
    (local.get $count))

  ;; Up to where memory that ends at a place holds anything, in steps of 64 bytes.
  (func (export "used") (param $end i32) (result i32)
    (block $empty
      (loop $on
        (br_if $empty (i32.eqz (local.get $end)))
        (local.set $end (i32.sub (local.get $end) (i32.const 64)))
        (br_if $on (i64.eqz
          (i64.or (i64.or (i64.or (i64.or (i64.or (i64.or (i64.or (i64.load (local.get $end)) (i64.load offset=8 (local.get $end))) (i64.load offset=16 (local.get $end))) (i64.load offset=24 (local.get $end))) (i64.load offset=32 (local.get $end))) (i64.load offset=40 (local.get $end))) (i64.load offset=48 (local.get $end))) (i64.load offset=56 (local.get $end))))))
      (local.set $end (i32.add (local.get $end) (i32.const 64))))
    (local.get $end))

  ;; The field that a cursor tells of a child: that of its place, or of the place of the hidden node around it. Each hidden node asks once, because they may stand in each other without end.
  (func $fieldAt (param $frame i32) (param $index i32) (result i32)
    (local $entry i32)
    (if (i32.lt_s (local.get $index) (i32.const 0)) (then (return (i32.const 0))))
    (local.set $entry (i32.load offset=28 (local.get $frame)))
    (block $all
      (loop $next
        (br_if $all (i32.ge_u (local.get $entry) (i32.load offset=32 (local.get $frame))))
        (if (i32.and (i32.eq (i32.load8_u offset=2 (local.get $entry)) (local.get $index)) (i32.eqz (i32.load8_u offset=3 (local.get $entry))))
          (then (return (i32.load16_u (local.get $entry)))))
        (local.set $entry (i32.add (local.get $entry) (i32.const 4)))
        (br $next)))
    (i32.load offset=48 (local.get $frame)))

  ;; Whether a field of a hidden node is one of the node that can be seen around it. It is but in an error, whose children have no places.
  (func $isInherited (param $level i32) (param $field i32) (result i32)
    (local $index i32) (local $entry i32) (local $levels i32)
    (block $all
      (loop $out
        (br_if $all (i32.ge_s (i32.load offset=36 (local.get $level)) (i32.const 0)))
        ;; No grammar hides so many nodes in each other, but a text may make it.
        (local.set $levels (i32.add (local.get $levels) (i32.const 1)))
        (if (i32.gt_u (local.get $levels) (i32.const 256)) (then (return (i32.const 0))))
        (local.set $index (i32.load offset=44 (local.get $level)))
        (local.set $level (i32.sub (local.get $level) (i32.const 56)))
        (local.set $entry (i32.load offset=28 (local.get $level)))
        (loop $next
          (if (i32.ge_u (local.get $entry) (i32.load offset=32 (local.get $level))) (then (return (i32.const 0))))
          (br_if $out (i32.and (i32.eq (i32.load16_u (local.get $entry)) (local.get $field))
            (i32.and (i32.eq (i32.load8_u offset=2 (local.get $entry)) (local.get $index)) (i32.load8_u offset=3 (local.get $entry)))))
          (local.set $entry (i32.add (local.get $entry) (i32.const 4)))
          (br $next))))
    (i32.const 1))

  ;; Begins to read the children of a node: they stand before it in memory.
  (func $enter (param $frame i32) (param $node i32) (param $position i32) (param $owner i32)
    (local $production i32) (local $slice i32)
    (i32.store (local.get $frame) (i32.sub (local.get $node) (i32.shl (i32.load offset=36 (local.get $node)) (i32.const 3))))
    (i32.store offset=4 (local.get $frame) (local.get $node))
    (i32.store offset=8 (local.get $frame) (i32.const 0))
    (local.set $production (i32.load16_u offset=66 (local.get $node)))
    (i32.store offset=12 (local.get $frame)
      (if (result i32) (local.get $production)
        (then (i32.add (global.get $lists) (i32.shl (i32.mul (local.get $production) (global.get $widest)) (i32.const 1))))
        (else (i32.const 0))))
    (i32.store offset=16 (local.get $frame) (local.get $position))
    (i32.store offset=20 (local.get $frame) (i32.const 0))
    (i32.store offset=24 (local.get $frame) (local.get $owner))
    (i32.store offset=28 (local.get $frame) (i32.const 0))
    (i32.store offset=32 (local.get $frame) (i32.const 0))
    (if (global.get $slices)
      (then
        (local.set $slice (i32.add (global.get $slices) (i32.shl (local.get $production) (i32.const 2))))
        (i32.store offset=28 (local.get $frame) (i32.add (global.get $entries) (i32.shl (i32.load16_u (local.get $slice)) (i32.const 2))))
        (i32.store offset=32 (local.get $frame)
          (i32.add (i32.load offset=28 (local.get $frame)) (i32.shl (i32.load16_u offset=2 (local.get $slice)) (i32.const 2))))))))
