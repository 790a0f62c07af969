/** A process that takes the acts which it is told, until nobody tells it any more. `node process.ts DATABASE_URL` */
import { inspect } from 'node:util'
import { openBeside } from '../database.ts'
import { type Act, type Cast, take } from './acts.ts'
import type { Answer } from './processes.ts'

const db = openBeside(process.argv[2] ?? '')
const say = (answer: Answer) => process.send?.(answer)
process.on('message', ({ cast, act }: { cast: Cast; act: Act }) => {
  take(db, cast, act).then(
    (outcome) => say({ outcome }),
    (error: unknown) => say({ failed: inspect(error) }),
  )
})
process.on('disconnect', () => void db.destroy())
say({ outcome: { refused: null, nothing: true } })
