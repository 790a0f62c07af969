/** One notification of the panel, as product.md's Notification data. */
export type NotificationContent = {
  icon: 'investment' | 'withdrawal' | 'referral' | 'balance' | 'identity' | 'security' | 'approval'
  title: string
  bold_value: string
  status_color: 'yellow' | 'green' | 'grey' | 'red'
  status_text: string
}
