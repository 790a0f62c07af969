import { useId, useState } from 'react'
import { createPortal } from 'react-dom'
import { countOf } from '#texts/locale.ts'
import { onUserStep } from '#ui/history-step.ts'
import { FindOptions } from './find-options.tsx'
import { Glass } from './find-button.tsx'
import { useFind } from './find-state.ts'
import type { FindScreen } from './hits.ts'

/** Finds whatever is typed, over everything else; what is chosen is opened, and the search is gone. */
export function FindDialog({ screens, onClose }: { screens: readonly FindScreen[]; onClose: () => void }) {
  const list = useId()
  const find = useFind(screens, onClose)
  const [openOver] = useState(() => opener(onClose))
  const { hits, active } = find
  return createPortal(
    <dialog
      ref={openOver}
      role="dialog"
      aria-label="Find"
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      className="m-0 h-dvh max-h-none w-full max-w-none bg-surface text-ink shadow-raised backdrop:bg-veil starting:translate-y-3 starting:opacity-0 transition-[translate,opacity] duration-180 md:mx-auto md:mt-20 md:h-fit md:w-160 md:rounded-card md:border md:border-line"
    >
      <div className="flex h-full flex-col md:max-h-[70dvh]">
        <div className="flex items-center gap-3 border-b border-line ps-5 pe-2">
          <Glass className="size-5 shrink-0 text-ink-3" />
          <input
            role="combobox"
            aria-label="Find people, records, transaction ids and screens"
            aria-expanded={hits.length > 0}
            aria-controls={list}
            aria-autocomplete="list"
            aria-activedescendant={active < 0 ? undefined : `${list}${active}`}
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            enterKeyHint="go"
            placeholder="Name, email, phone, id or address"
            value={find.typed}
            maxLength={120}
            onChange={({ target }) => find.type(target.value)}
            onKeyDown={find.press}
            className="min-h-14 min-w-0 flex-1 bg-transparent text-17 outline-none placeholder:text-ink-3"
          />
          <button
            type="button"
            aria-label="Close"
            onClick={onClose}
            className="grid size-11 shrink-0 place-items-center rounded-full"
          >
            <svg viewBox="0 0 24 24" fill="none" stroke="currentColor" strokeWidth="2" className="size-5" aria-hidden>
              <path d="M18 6 6 18M6 6l12 12" />
            </svg>
          </button>
        </div>
        <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain p-2">
          <FindOptions
            {...{ id: list, hits, active, screens, recent: find.recent }}
            onPoint={find.point}
            onChoose={find.leave}
          />
          <div role="status" className="text-14 text-ink-2">
            {said(find.said)}
          </div>
        </div>
      </div>
    </dialog>,
    document.body,
  )
}

/** Opens it over everything; a step back or forward closes it, and so does a press beside it. */
const opener = (close: () => void) => (dialog: HTMLDialogElement | null) => {
  if (!dialog) return
  dialog.showModal()
  dialog.addEventListener('click', ({ target }) => target === dialog && close())
  const end = onUserStep(close)
  return () => {
    end()
    // gives the focus back to where it was
    dialog.close()
  }
}

type Said = ReturnType<typeof useFind>['said']

/** How many there are, for those who do not see them, or why there is nothing to see. */
function said({ text, asks, settled, error, hits }: Said) {
  if (!settled || text === '') return null
  if (asks && error) return <p className="p-3 text-down">{error.message}</p>
  if (hits > 0) return <span className="sr-only">{countOf(hits, { one: '# found', other: '# found' })}</span>
  if (!asks) return <p className="p-3">Type one more character.</p>
  return (
    <p className="p-3">
      Nothing begins with “{text}”. People are found by any word of their name or email, by phone number or id; records
      by id, reference, transaction id or address, from four characters on.
    </p>
  )
}
