import { addressesRoutes } from '#addresses/routes.ts'
import { adjustmentsRoutes } from '#adjustments/routes.ts'
import { approvalsRoutes } from '#approvals/routes.ts'
import { archiveRoutes } from '#archive/routes.ts'
import { auditRoutes } from '#audit/routes.ts'
import { endFactorHelp } from '#factors/help/end-help.ts'
import { factorsRoutes } from '#factors/routes.ts'
import { figuresRoutes } from '#figures/routes.ts'
import type { BooksChecks } from '#funds/proof/check.ts'
import { fundsRoutes } from '#funds/routes.ts'
import { openPasswords } from '#identity/passwords.ts'
import { identityRoutes } from '#identity/routes.ts'
import { investmentRoutes } from '#investments/routes.ts'
import type { Clock } from '#kit/clock.ts'
import type { Settings } from '#kit/config.ts'
import type { Database } from '#kit/database.ts'
import { openUploadPlaces } from '#kit/upload-places.ts'
import type { IdentityProvider } from '#kyc/provider.ts'
import { kycRoutes } from '#kyc/routes.ts'
import { savedFiltersRoutes } from '#lists/routes.ts'
import type { Exports } from '#lists/export-list.ts'
import { logRoutes } from '#log/routes.ts'
import { mailRoutes } from '#mail/routes.ts'
import { marketRoutes } from '#market/routes.ts'
import { notificationsRoutes } from '#notifications/routes.ts'
import { overviewRoutes } from '#overview/routes.ts'
import { plansRoutes } from '#plans/routes.ts'
import { proofsRoutes } from '#proofs/routes.ts'
import { recordsRoutes } from '#records/routes.ts'
import { referralRoutes } from '#referrals/routes.ts'
import { rolesOffered } from '#roles/accept-roles.ts'
import { rolesRoutes } from '#roles/routes.ts'
import { endWhatWasBegunBeforeReset } from '#security/end-what-was-begun.ts'
import { securityRoutes } from '#security/routes.ts'
import { screeningRoutes } from '#screening/routes.ts'
import { settingsRoutes } from '#settings/routes.ts'
import { statementsRoutes } from '#statements/routes.ts'
import { usersRoutes } from '#users/routes.ts'
import { reserveRoutes } from '#reserve/routes.ts'
import { ShownReserve } from '#reserve/shown.ts'
import { walletsRoutes } from '#wallets/routes.ts'
import { whatIfRoutes } from '#whatif/routes.ts'
import { withdrawalsRoutes } from '#withdrawals/routes.ts'
import { tellOfMailing } from '#approvals/tell-of-mailing.ts'
import { mailingReceivers } from '#investments/mailing-receivers.ts'
import { performAgreed } from './agreed-steps.ts'
import type { AnyRoute } from './routes.ts'

type House = {
  db: Database
  clock: Clock
  settings: Settings
  exports: Exports
  books: BooksChecks
  identityProviders: readonly IdentityProvider[]
}

/** Every call of the app, each room's own, handed what only a later room knows. */
export function everyCall(house: House): Readonly<Record<string, AnyRoute>> {
  const { clock } = house
  const inUploadPlace = openUploadPlaces()
  const passwords = openPasswords(house)
  const reserve = new ShownReserve()
  return {
    ...logRoutes(),
    ...auditRoutes(house),
    ...mailRoutes({ ...house, finder: mailingReceivers, tellOwners: tellOfMailing }),
    ...notificationsRoutes(house),
    ...settingsRoutes({ ...house, inUploadPlace }),
    ...approvalsRoutes({ clock, perform: (tx, actor, agreed) => performAgreed(tx, house, actor, agreed) }),
    ...reserveRoutes(),
    ...walletsRoutes(house),
    ...plansRoutes(house),
    ...usersRoutes({ ...house, inUploadPlace }),
    ...identityRoutes({
      ...house,
      passwords,
      reserve,
      rolesOffered,
      endWhatWasBegun: endWhatWasBegunBeforeReset,
      endFactorHelp,
    }),
    ...factorsRoutes({ ...house, passwords }),
    ...savedFiltersRoutes(house),
    ...screeningRoutes(house),
    ...kycRoutes({ ...house, inUploadPlace }),
    ...rolesRoutes(house),
    ...addressesRoutes(house),
    ...recordsRoutes(),
    ...referralRoutes(house),
    ...investmentRoutes(house),
    ...withdrawalsRoutes(house),
    ...adjustmentsRoutes(),
    ...statementsRoutes(house),
    ...marketRoutes(house),
    ...overviewRoutes({ reserve }),
    ...securityRoutes({ ...house, passwords }),
    ...fundsRoutes(house),
    ...proofsRoutes(house),
    ...archiveRoutes(house),
    ...figuresRoutes(house),
    ...whatIfRoutes(house),
  }
}
