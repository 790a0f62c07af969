/** The house that is attacked: a story with a record in each state, a person of each kind, and somebody who looks at all rows. */
import pg from 'pg'
import { tellFullStory } from '../../test/support/full-story.ts'
import { describedCalls } from './calls.ts'
import { type Ground, openGround } from './ground.ts'
import { knowIds } from './ids.ts'
import { bringPeople, keepPeople } from './people.ts'
import type { Report } from './report.ts'
import { watchRows } from './rows.ts'
import { knowWhose } from './whose.ts'

export async function openAttackedHouse(options: {
  seed: number
  requests: number
  report: Report
}): Promise<Ground & { close(): Promise<void> }> {
  const story = await tellFullStory()
  const { house, shown } = story
  const people = await bringPeople(story)
  const client = new pg.Client({ connectionString: house.databaseUrl })
  await client.connect()
  // what the house does by itself is done before it is looked at
  await house.runJobs()
  const everybody = new Map<string, string[]>()
  const readPeople = async () => {
    const { rows } = await client.query<{ id: string; email: string }>('SELECT id::text, email FROM app_user')
    for (const { id, email } of rows) everybody.set(id, [email])
  }
  await readPeople()
  const whose = knowWhose(() => everybody)
  const rows = await watchRows(client)
  whose.learn(rows.first)
  const { standUp } = await keepPeople(client, people)
  const parts = { house, people, client, shown, ids: await knowIds(client), calls: await describedCalls(house.url) }
  const ground = openGround({ ...parts, ...options, rows, whose, standUp })
  return {
    ...ground,
    settle: async () => {
      await readPeople()
      await ground.settle()
    },
    async close() {
      await client.end()
      await story.close()
    },
  }
}
