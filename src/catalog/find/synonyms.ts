// Words that people and schemas use for one thing. General English and the usual words of data; nothing here was written for one catalogue.
import { stemOf } from './stem.ts'

const GROUPS = `movie film
song track music
singer artist musician
car vehicle automobile
teacher instructor professor faculty
student pupil
employee staff worker personnel
customer client buyer
shop store
product item goods
country nation nationality
city town
company firm corporation business organization
person people human individual
child kid children
picture image photo
cost price fee charge
salary wage pay income
revenue sale turnover earning amount
purchase buy order
flight airline airport plane
address location place
number count total amount quantity
tv television
series show
actor cast performer
director crew
email mail
phone telephone
weather forecast temperature
trip travel journey
hotel room accommodation
doctor physician
nurse patient
age birthday birth
author writer
book publication
team club
match game
begin start
finish end
large big
biggest largest most maximum highest
smallest lowest least minimum fewest
delete remove
create add make insert
update change modify edit
fetch retrieve get obtain
compute calculate
play player playback
follower follow
rate rating score
language speak
dog pet cat animal
home house residence
job occupation profession
degree program
class course`

/** The stems that may stand for a stem. */
export const synonymsOf = (stem: string): readonly string[] => table.get(stem) ?? []

const table = new Map<string, readonly string[]>()
for (const group of GROUPS.split('\n')) {
  const stems = [...new Set(group.split(' ').map(stemOf))]
  for (const stem of stems) table.set(stem, [...table.get(stem) ?? [], ...stems.filter((other) => other !== stem)])
}
