import { type Answer, type FloodedApp, PASSWORD, startFloodedApp } from '../../flooded-app.ts'
import { FLOODS } from '../../floods/each-flood.ts'
import type { Attack } from '../attack.ts'

/** Wrong sign-ins at once, from so many networks. */
const SIGN_INS = 300
const NETWORKS = 30

/** The floods of `npm run floods` and one of sign-ins, on an app of their own that counts mails and texts. */
export const floods: Attack = {
  name: 'floods',
  what: 'floods of texts, mails, codes, registrations and sign-ins',
  share: 0,
  async run({ report }) {
    const app = await startFloodedApp(report.stopped)
    try {
      for (const { name, run } of FLOODS) {
        console.log(`${floods.name}: ${name}`)
        const { figures, held } = await run(app)
        console.log(`${floods.name}: ${held ? 'held' : 'NOT held'}`)
        for (const [figure, count] of Object.entries(figures)) {
          const status = /^answered (\d+)$/.exec(figure)?.[1]
          if (status !== undefined) report.count(floods.name, Number(status), false, Number(count))
        }
        if (!held)
          report.find({
            kind: floods.name,
            what: 'a flood got further than it may',
            request: `${name}: ${JSON.stringify(figures)}`,
          })
      }
      const answers = await wrongSignIns(app)
      for (const { status } of answers) report.count(floods.name, status, false)
      const [right] = await signInAtOnce(app, 1, PASSWORD)
      if (right?.status !== 200)
        report.find({
          kind: floods.name,
          what: 'the owner is kept out by a flood of sign-ins',
          request: `POST /api/login → ${right?.status}`,
        })
    } finally {
      await app.stop()
    }
  },
}

const wrongSignIns = (app: FloodedApp): Promise<Answer[]> => signInAtOnce(app, SIGN_INS, 'not the right password')

/** For addresses of which each is tried once, and from networks that are none of the owner's. */
function signInAtOnce({ post }: FloodedApp, count: number, password: string): Promise<Answer[]> {
  return Promise.all(
    Array.from({ length: count }, (_, n) => {
      const email = password === PASSWORD ? 'owner@plumb.test' : `nobody-${n}@mail.plumb.test`
      return post('/api/login', { email, password }, `198.19.${n % NETWORKS}.1`)
    }),
  )
}
