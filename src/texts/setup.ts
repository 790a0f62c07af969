export const title = 'Set up'
export const heading = 'Set up this house'
export const lead = 'This makes the first owner: the administrator who may do everything and gives roles to others.'
export const create = 'Create owner'
export const noLongerWorks =
  'This link no longer works. It was used, it is more than a day old, or there is an owner already. While there is none, each start of Plumb prints a new link.'
export const login = 'Login'
