import { Link } from '@tanstack/react-router'
import { ChevronRight, ShieldCheck } from 'lucide-react'
import { useState } from 'react'
import * as text from '#texts/story.ts'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { checkLines } from './check.ts'
import type { useStory } from './pages.ts'
import { StoryEnd } from './story-end.tsx'

type Story = ReturnType<typeof useStory>
type AccountEndProps = { story: Story; newest: NonNullable<Story['first']> }

/** Where the postings end: whether they give the balance, added up here; or the way to the rest of them. */
export function AccountEnd({ story, newest }: AccountEndProps) {
  const [checking, setChecking] = useState(false)
  const [asked, setAsked] = useState(false)
  const { rows: lines = [], more, comingMore, loadMore, loadAll } = story
  const { count, balance } = newest
  const state = checkLines(lines, { posted: balance, count })
  // what was asked for comes in above this: it would be out of sight
  const atTheEnd = asked && !more && !comingMore ? focusInView : undefined
  if (state === 'wrong' && !comingMore)
    return (
      <div ref={atTheEnd} tabIndex={-1} className="outline-none">
        <Notice tone="warning">{`${text.wrong}. ${text.tellSupport}`}</Notice>
      </div>
    )
  const check = async () => {
    setChecking(true)
    setAsked(true)
    await loadAll()
    setChecking(false)
  }
  return (
    <>
      {more && (
        <div className="grid grid-cols-[0.875rem_1fr] gap-x-4">
          <span aria-hidden className="ms-1.5 border-s-2 border-dotted border-brand" />
          <Button variant="quiet" size="medium" className="mt-4" busy={comingMore} onClick={loadMore}>
            {text.more}
          </Button>
        </div>
      )}
      <StoryEnd
        ref={atTheEnd}
        open={more}
        title={more ? text.partOf(lines.length, count) : text.exact(count)}
        detail={more ? text.partChecked : text.addedUp}
        aside={
          more && (
            <button
              type="button"
              aria-disabled={checking || undefined}
              onClick={() => !checking && void check()}
              className="pressable flex min-h-11 items-center gap-2 rounded-full bg-gold-wash px-4 font-semibold text-gold"
            >
              <ShieldCheck className="size-5" aria-hidden />
              {checking ? text.checking : text.check}
            </button>
          )
        }
      />
      <Link
        to="/statement"
        search={{ account: newest.account }}
        replace
        className="mt-4 flex min-h-11 items-center justify-center gap-1 rounded-control font-semibold text-brand"
      >
        {text.statement}
        <ChevronRight className="size-4 rtl:-scale-x-100" aria-hidden />
      </Link>
    </>
  )
}

/** Has it read out, in the middle of the screen. */
function focusInView(part: HTMLElement | null) {
  part?.focus({ preventScroll: true })
  part?.scrollIntoView({ block: 'center' })
}
