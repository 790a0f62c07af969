/** The list of investments under the wheel, frame by frame. */
import { chromium } from 'playwright-core'
import { findChromium } from '../scripts/find-chromium.ts'
import { percentile, type Line } from './measure-calls.ts'

const SIZES = [
  { width: 1280, height: 800 },
  { width: 390, height: 844 },
]
/** Milliseconds between two frames. */
const FRAME = 33
const TURNS = 300
const PIXELS = 240

/** Measures both sizes: 95 of a hundred frames have to be within the budget. */
export async function measureScrolling(
  url: string,
  owner: { email: string; password: string },
  say: (line: Line) => void,
): Promise<Line[]> {
  const { path: executablePath, args, source } = await findChromium()
  console.log(`Browser: ${source}`)
  const browser = await chromium.launch({ executablePath, args })
  try {
    const lines: Line[] = []
    for (const viewport of SIZES) {
      const context = await browser.newContext({ viewport, baseURL: url, locale: 'en-US' })
      const page = await context.newPage()
      await page.goto('/')
      await page.getByLabel('Email', { exact: true }).fill(owner.email)
      await page.getByLabel('Password', { exact: true }).fill(owner.password)
      await page.getByRole('button', { name: 'Login' }).click()
      await page.waitForURL('**/dashboard')
      await page.goto('/admin-investments?tab=completed')
      await page.getByText('@load.plumb.test').first().waitFor()
      await page.mouse.move(viewport.width / 3, viewport.height / 2)
      await page.evaluate(`window.frames_ = []; (function next(at) {
        window.frames_.push(at); requestAnimationFrame(next)
      })(performance.now())`)
      for (let turn = 0; turn < TURNS; turn += 1) await page.mouse.wheel(0, PIXELS)
      const stamps = (await page.evaluate('window.frames_')) as number[]
      const frames = stamps.slice(1).map((at, place) => at - (stamps[place] ?? at))
      const [median, tail, most] = [percentile(frames, 0.5), percentile(frames, 0.95), Math.max(...frames)]
      const slow = frames.filter((frame) => frame > FRAME).length
      const line: Line = {
        what: `scrolling at ${viewport.width} × ${viewport.height}, ${frames.length} frames`,
        ...{ median, tail, budget: FRAME, held: tail <= FRAME },
        note: `longest ${most.toFixed(0)}, ${slow} over the budget`,
      }
      lines.push(line)
      say(line)
      await context.close()
    }
    return lines
  } finally {
    await browser.close()
  }
}
