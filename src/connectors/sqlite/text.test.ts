import { expect, test } from 'vitest'
import { readTable } from './text.ts'

test('checks, generated columns and choices are read from the text of a table', () => {
  const text = readTable(`CREATE TABLE "t" ( -- a remark, with a comma and a check (x)
    id integer primary key, "Kind" text not null check ("Kind" in ('a', 'it''s, b')) /* check (no) */,
    price numeric(10,2) default (1 + 2) CHECK (price > 0 and price < max(5, 9)), label text default 'check (x)',
    total numeric generated always as (price * 2) stored, [half] as (price / 2),
    constraint c1 check ( length(label)
      < 5 ), foreign key (id) references u (id)
  )`)
  expect(text.checks).toEqual(["(\"Kind\" in ('a', 'it''s, b'))", '(price > 0 and price < max(5, 9))', '(length(label) < 5)'])
  expect([...text.generated]).toEqual([['total', 'price * 2'], ['half', 'price / 2']])
  expect([...text.values]).toEqual([['kind', ['a', "it's, b"]]])
})

test.each(['', 'create table', 'create table t (', "create table t (a text check (b = '", 'create table t (a))))(', '-- '.repeat(1000), '('.repeat(10_000)])('a broken text is no trouble: %.30s', (sql) => {
  expect(readTable(sql).generated.size).toBe(0)
})
