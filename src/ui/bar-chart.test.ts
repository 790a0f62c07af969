import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { BarChart } from './bar-chart.tsx'

const drawn = (sizes: readonly number[]) =>
  renderToStaticMarkup(
    createElement(BarChart, { label: 'Earned', bars: sizes.map((size) => [{ size, colour: 'green' }]), foot: [] }),
  )

test('the tallest bar is as tall as the chart, even where all of them come to less than a dollar', () => {
  expect(drawn([0.1, 0.7])).toContain('height:100%')
})

test('bars of nothing are drawn as nothing', () => {
  expect(drawn([0, 0])).toMatch(/height:0%.*height:0%/)
})

test('the name of what bars are compared with stands on paper of its own, above a low line and below a high one', () => {
  const named = (size: number) =>
    renderToStaticMarkup(
      createElement(BarChart, {
        ...{ label: 'Due', bars: [[{ size: 10, colour: 'green' }]], foot: [], line: { size, name: 'Held' } },
      }),
    )
  expect(named(1)).toMatch(/class="[^"]*bg-surface[^"]*bottom-0\.5[^"]*">Held/)
  expect(named(9)).toMatch(/class="[^"]*bg-surface[^"]*top-0\.5[^"]*">Held/)
})
