import { expect, test } from 'vitest'
import { deviceInWords } from './device-in-words.ts'

const WEBKIT = 'AppleWebKit/537.36 (KHTML, like Gecko)'

test.each([
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/153.0.0.0 Safari/537.36`, 'Chrome on Windows'],
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/153.0.0.0 Safari/537.36 Edg/153.0`, 'Edge on Windows'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0', 'Firefox on Linux'],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1 (KHTML, like Gecko) Version/19.0 Mobile/1 Safari/604.1',
    'Safari on iPhone',
  ],
  [
    `Mozilla/5.0 (Linux; Android 16; SM-S931B) ${WEBKIT} SamsungBrowser/30.0 Chrome/140.0 Safari/537.36`,
    'Samsung Internet on Android',
  ],
  ['curl/8.9.1', 'Unknown device'],
  ['', 'Unknown device'],
  ['<b>Linux</b>\r\nX-Injected: 1', 'Unknown browser on Linux'],
])('%s is said in words of ours', (userAgent, words) => {
  expect(deviceInWords(userAgent)).toBe(words)
})
