import type { Settings } from '#kit/config.ts'
import type { Routes } from '#kit/routes.ts'
import type { addressesContract } from './contract.ts'
import { mailAddressAgain, removeAddress, saveAddress } from './save-address.ts'
import { confirmByLink } from './use-link.ts'

/** The calls of this slice. */
export function addressesRoutes({
  settings,
}: {
  settings: Pick<Settings, 'newAddressHoldHours' | 'appUrl'>
}): Routes<typeof addressesContract> {
  const newAddresses = { holdHours: settings.newAddressHoldHours, appUrl: settings.appUrl }
  return {
    'POST /api/save-address': (context) =>
      context.write(async (tx) => {
        const { network, address, address_name: name } = context.body
        await saveAddress(tx, context.actor, { network, address, name }, newAddresses)
        const confirm = newAddresses.holdHours > 0 ? ' We have mailed you a link to confirm it.' : ''
        return { message: `Your address is saved.${confirm}` }
      }),
    'POST /api/remove-address/:id': (context) =>
      context.write(async (tx) => {
        await removeAddress(tx, context.actor, context.params)
        return { message: 'The address is removed.' }
      }),
    'POST /api/mail-address-link/:id': (context) =>
      context.write(async (tx) => {
        await mailAddressAgain(tx, context.actor, context.params, newAddresses)
        return { message: 'A mail with the link is on its way to you.' }
      }),
    'POST /api/confirm-address': (context) =>
      context.write(async (tx) => {
        await confirmByLink(tx, context.body.token, context.request, newAddresses)
        return { message: 'The address is confirmed.' }
      }),
  }
}
