export const before = {
  invest: 'Before you invest, somebody here checks your identity.',
  withdraw: 'Before you withdraw, somebody here checks your identity.',
}
export const underReview = 'It is under review'
export const ask = 'Ask for review'
