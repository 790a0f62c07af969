import { Share, SquarePlus } from 'lucide-react'
import * as text from '#texts/install.ts'
import { Button } from '#ui/button.tsx'
import { Mark } from '#ui/mark.tsx'
import { DeviceBar } from './device-bar.tsx'
import { install, installLater, type Install } from './install.ts'

/** Offers a place on the home screen: at a tap where the browser can ask, in words on an iPhone. */
export function InstallBar({ how }: { how: Install }) {
  const title = how === 'browser' ? text.title : text.onPhone
  return (
    <DeviceBar label={title}>
      <Mark square className="size-10 shrink-0" />
      <div className="min-w-0 flex-1">
        <h2 className="text-15 font-semibold">{title}</h2>
        {how === 'browser' ? (
          <p className="text-13 text-ink-2">{text.why}</p>
        ) : (
          <p className="text-13 text-ink-2">
            {text.tapShare} <Share className="inline size-4 align-text-bottom text-brand" aria-hidden /> {text.thenAdd}{' '}
            <SquarePlus className="inline size-4 align-text-bottom text-brand" aria-hidden />
          </p>
        )}
      </div>
      {how === 'browser' ? (
        <div className="flex w-full gap-2">
          <Button variant="quiet" size="small" className="flex-1" onClick={installLater}>
            {text.notNow}
          </Button>
          <Button size="small" className="flex-1" onClick={() => void install()}>
            {text.install}
          </Button>
        </div>
      ) : (
        <Button variant="quiet" size="small" onClick={installLater}>
          {text.gotIt}
        </Button>
      )}
    </DeviceBar>
  )
}
