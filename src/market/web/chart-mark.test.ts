import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { isDrawing } from './chart-mark.ts'

const LIBRARY = '../../../node_modules/lightweight-charts/dist/lightweight-charts.production.mjs'

test('all that the chart’s library writes as markup is a drawing', async () => {
  const library = await readFile(join(import.meta.dirname, LIBRARY), 'utf8')
  const written = [...library.matchAll(/\binnerHTML=(?:'([^']*)'|(.))/g)]
  expect(written).toHaveLength(1)
  expect(isDrawing(written[0]?.[1] ?? '')).toBe(true)
})

test.each([
  ...['', 'x', '<b>x</b>', '<svg', '<svg></svg><b></b>', '<svg><script>x</script></svg>', '<svg onload="x"></svg>'],
  ...['<svg><g onclick="x"/></svg>', '<svg><path ONCLICK="x"/></svg>', '<svg><a href="javascript:x"><g/></a></svg>'],
  ...[
    '<svg><g href="x"/></svg>',
    '<svg><use xlink:href="x"/></svg>',
    '<svg><image/></svg>',
    '<svg><style></style></svg>',
  ],
  ...['<svg><g style="x"/></svg>', '<svg><foreignObject/></svg>', '<svg><g a="1" onclick="x"/></svg>', '<svg>x</svg>'],
  ...['<svg><g a="<"/></svg>', "<svg><g a='x'/></svg>", '<svg><!-- --></svg>', '<svg>\n</svg>'],
])('%s is none', (markup) => {
  expect(isDrawing(markup)).toBe(false)
})
