import type { SubjectKind } from './contract.ts'

/** One notification of the panel, as product.md's Notification data. */
export type NotificationContent = {
  icon: 'investment' | 'withdrawal' | 'referral' | 'balance' | 'identity' | 'security' | 'approval'
  title: string
  bold_value: string
  status_color: 'yellow' | 'green' | 'grey' | 'red'
  status_text: string
}

/** What a notification is about: the record that it opens. */
export type NotificationSubject = {
  kind: SubjectKind
  /** of the record; of a balance the account's name, of a setting its own */
  id: string
}
