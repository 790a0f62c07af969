export const title = 'Terms'
export const terms = [
  'Your capital is at risk. What a plan has earned so far says nothing certain about what it will earn.',
  'Daily rate, duration and referral percent of a plan are copied into your investment when you make it. Later changes of the plan do not touch it.',
  'An investment earns from the second it is approved until the end of its duration. Its principal then returns to your Earnings Wallet, or to your bonus balance if it was paid from that.',
  'Withdrawals are reviewed by people before they are paid. The amount is held from the moment you ask for it, and comes back if the withdrawal is declined or cancelled.',
  'Before you invest or withdraw we may have to check who you are.',
  'Your username is public: it is in your invitation link, and those you invite see it.',
  'Whoever invited you sees your username and your full e-mail address with each investment of yours that makes them a referral bonus: its amount, when it was approved, and whether it has been changed, has ended or no longer stands.',
  'Every investor sees the newest investments on Plumb: amount, plan, time and state, and the e-mail address with its middle hidden.',
  'Each balance is the sum of entries in our books. Entries are never changed; a mistake is mended by a further entry, which you can see.',
]
