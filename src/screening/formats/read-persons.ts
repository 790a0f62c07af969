import { countOf } from '#kit/count-of.ts'
import { refuseField } from '#kit/refusal.ts'
import { type ListedPerson, MOST } from './listed-person.ts'

/** Gathers those whom a file names; what it says of one in several places is put together. 422 for more than any list has. */
export function readPersons() {
  const persons = new Map<string, ListedPerson>()
  let leftOut = 0
  return {
    leaveOut: () => void (leftOut += 1),
    add: (person: ListedPerson | undefined) => {
      if (person === undefined) return void (leftOut += 1)
      const before = persons.get(person.uid)
      persons.set(person.uid, before === undefined ? person : together(before, person))
      if (persons.size > MOST.persons) {
        refuseField('file', `This file names more than ${countOf(MOST.persons, 'person', 'people')}.`)
      }
    },
    all: () => ({ persons: [...persons.values()], leftOut }),
  }
}

function together(one: ListedPerson, other: ListedPerson): ListedPerson {
  const names = new Map(one.names.map(({ name, strong }) => [name, strong]))
  for (const { name, strong } of other.names) names.set(name, strong || names.get(name) === true)
  const once = (of: 'births' | 'countries') => [...new Set([...one[of], ...other[of]])].slice(0, MOST[of])
  return {
    uid: one.uid,
    names: [...names].slice(0, MOST.names).map(([name, strong]) => ({ name, strong })),
    births: once('births'),
    countries: once('countries'),
    about: one.about === '' ? other.about : one.about,
  }
}
