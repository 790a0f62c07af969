import type { Words } from './event-words.ts'

const correctedInvestment: Words = ({ bold_value }) => ({
  subject: 'Your investment was corrected',
  said: `An administrator has corrected your investment. Its amount is ${bold_value}. The record shows what was changed, and the reason if one was given.`,
  place: 'Investment',
})

/** What happens to an investment, by the title of its notification. */
export const ABOUT_INVESTMENTS: Readonly<Record<string, Words>> = {
  'Investment approved': ({ bold_value }) => ({
    subject: 'Your investment was approved',
    said: `Your investment of ${bold_value} was approved. The record says when it started earning.`,
    place: 'Investment',
  }),
  'Investment completed': ({ bold_value }) => ({
    subject: 'Your investment is completed',
    said: `Your investment of ${bold_value} is completed. Your balance shows what came back and what it earned.`,
    place: 'Investment',
  }),
  'Investment reinvested at its end': ({ bold_value }) => ({
    subject: 'Your investment was reinvested',
    said: `Your investment has ended, and ${bold_value} is invested again, as you chose. The new record shows its terms and when it ends. Capital is at risk.`,
    place: 'Investment',
  }),
  'Investment not reinvested': ({ bold_value, status_text }) => ({
    subject: 'Your investment has ended and was not reinvested',
    said: `Your investment of ${bold_value} has ended. You had chosen to invest it again, which was not possible: ${status_text}\n\nSo it was not. Your balance shows what came back and what it earned.`,
    place: 'Investment',
  }),
  'Investment left early': ({ bold_value }) => ({
    subject: 'You left an investment early',
    said: `You left your investment of ${bold_value} before its end. The record shows what you kept of what it earned.`,
    place: 'Investment',
  }),
  'Investment declined': ({ bold_value }) => ({
    subject: 'Your investment was declined',
    said: `Your investment of ${bold_value} was declined. The record shows the reason if one was given.`,
    place: 'Investment',
  }),
  'Investment corrected': correctedInvestment,
  // an edit that takes a decision back
  'Investment pending': correctedInvestment,
  'Investment waiting approval': correctedInvestment,
}
