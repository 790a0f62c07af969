import {
  createRootRoute,
  createRoute,
  createRouter,
  Navigate,
  Outlet,
  type RouteComponent,
} from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { pathHere } from '#identity/web/log-out.ts'
import type { View } from '#identity/web/session.ts'
import { lazyPart } from '#ui/lazy-part.tsx'
import type { OwnProps } from './own-screen.tsx'
import { paths } from './paths.ts'
import { Stumble } from './stumble.tsx'

/** What an address may carry: plain texts, read as they are written. */
export type Search = {
  /** An open panel, and the record that it shows. */
  panel?: string | undefined
  of?: string | undefined
  tab?: string | undefined
  /** What a statement is narrowed to. */
  account?: string | undefined
  period?: string | undefined
  from?: string | undefined
  to?: string | undefined
  /** What the market's chart shows. */
  symbol?: string | undefined
  interval?: string | undefined
  /** Words that a list is searched for, and what else it is narrowed to and ordered by. */
  q?: string | undefined
  status?: string | undefined
  min?: string | undefined
  max?: string | undefined
  sort?: string | undefined
  token?: string | undefined
  /** What was opened before signing in. */
  next?: string | undefined
  referral?: string | undefined
  tranx_id?: string | undefined
  amount?: string | undefined
  wallet?: string | undefined
  address?: string | undefined
}

/** Who sees what under a path. Whoever is not named is sent home. */
type Screens = Partial<Record<View, RouteComponent>>

const frames: Record<View, RouteComponent> = {
  visitor: Outlet,
  unverified: Outlet,
  investor: lazyPart(async () => (await import('./investor-frame.tsx')).InvestorFrame),
  admin: lazyPart(async () => (await import('./admin-frame.tsx')).AdminFrame),
}
/** Home, which for visitors is the sign-in page: from there they come to what they have opened. */
const homeOf = (view: View) => () =>
  location.pathname === '/' ? null : <Navigate to="/" search={view === 'visitor' ? { next: pathHere() } : {}} replace />
const forVisitors = (screen: RouteComponent): Screens => ({ visitor: screen, unverified: screen })
const forAll = (screen: RouteComponent): Screens => ({ ...forVisitors(screen), investor: screen, admin: screen })

/** A story's screen, handed everything of the signed-in investor. */
const withOwn = (load: () => Promise<ComponentType<OwnProps>>) =>
  lazyPart(async () => {
    const [{ OwnScreen }, screen] = await Promise.all([import('./own-screen.tsx'), load()])
    return () => <OwnScreen screen={screen} />
  })

const Login = lazyPart(async () => (await import('#identity/web/login.tsx')).LoginScreen)
const Verify = lazyPart(async () => (await import('#identity/web/verify.tsx')).VerifyScreen)
const Invitation = lazyPart(async () => (await import('#identity/web/invitation.tsx')).InvitationScreen)
const Terms = lazyPart(async () => (await import('#identity/web/terms.tsx')).TermsScreen)
const Register = lazyPart(async () => (await import('#identity/web/register.tsx')).RegisterScreen)
const Forgot = lazyPart(async () => (await import('#identity/web/forgot-password.tsx')).ForgotPasswordScreen)
const Reset = lazyPart(async () => (await import('#identity/web/reset-password.tsx')).ResetPasswordScreen)
const Setup = lazyPart(async () => (await import('#identity/web/setup.tsx')).SetupScreen)
const AcceptRoles = lazyPart(async () => (await import('#identity/web/accept-roles.tsx')).AcceptRolesScreen)
const Kyc = lazyPart(async () => (await import('#identity/web/kyc.tsx')).KycScreen)
const Profile = lazyPart(async () => (await import('#identity/web/profile.tsx')).ProfileScreen)

const Dashboard = lazyPart(async () => (await import('#overview/web/dashboard.tsx')).DashboardScreen)
const Invest = withOwn(async () => (await import('#investments/web/invest.tsx')).InvestScreen)
const Payment = lazyPart(async () => (await import('#investments/web/payment.tsx')).PaymentScreen)
const Investment = withOwn(async () => (await import('#investments/web/investment.tsx')).InvestmentScreen)
const Withdrawal = withOwn(async () => (await import('#withdrawals/web/withdrawal.tsx')).WithdrawalScreen)
const Referral = withOwn(async () => (await import('#referrals/web/referral.tsx')).ReferralScreen)
const Market = lazyPart(async () => (await import('#market/web/market.tsx')).MarketScreen)
const Statement = lazyPart(async () => (await import('#statements/web/statement.tsx')).StatementScreen)
const AdminDashboard = lazyPart(async () => (await import('#desk/web/dashboard.tsx')).AdminDashboardScreen)
const AdminInvestments = lazyPart(async () => (await import('#desk/web/admin-investments.tsx')).AdminInvestmentsScreen)
const AdminWithdrawals = lazyPart(async () => (await import('#desk/web/admin-withdrawals.tsx')).AdminWithdrawalsScreen)
const AdminReferrals = lazyPart(async () => (await import('#desk/web/admin-referrals.tsx')).AdminReferralsScreen)
const AdminKyc = lazyPart(async () => (await import('#desk/web/admin-kyc.tsx')).AdminKycScreen)
const AdminMail = lazyPart(async () => (await import('#desk/web/admin-mail.tsx')).AdminMailScreen)
const AdminFunds = lazyPart(async () => (await import('#desk/web/admin-funds.tsx')).AdminFundsScreen)
const AdminAudit = lazyPart(async () => (await import('#desk/web/admin-audit.tsx')).AdminAuditScreen)
const AdminSettings = lazyPart(async () => (await import('#desk/web/admin-settings.tsx')).AdminSettingsScreen)
const ListUsers = lazyPart(async () => (await import('#desk/web/list-users.tsx')).ListUsersScreen)
const ViewAccount = lazyPart(async () => (await import('#desk/web/view-account.tsx')).ViewAccountScreen)
const AdminPlans = lazyPart(async () => (await import('#desk/web/admin-plans.tsx')).AdminPlansScreen)
const AdminWallets = lazyPart(async () => (await import('#desk/web/admin-wallets.tsx')).AdminWalletsScreen)
/** The withdrawals with the form open. */
const Withdraw = () => <Navigate to="/withdrawal" search={{ panel: 'withdraw' }} replace />

/** The screens of one view, each under its path. */
export function routerFor(view: View) {
  const Home = homeOf(view)
  const root = createRootRoute({
    component: frames[view],
    notFoundComponent: Home,
    errorComponent: Stumble,
    validateSearch: (search): Search => search,
  })
  const at = <const Path extends string>(path: Path, screens: Screens) =>
    createRoute({ getParentRoute: () => root, path, component: screens[view] ?? Home })
  const tree = root.addChildren([
    at(paths.home, { visitor: Login, unverified: Verify, investor: Dashboard, admin: AdminDashboard }),
    at(paths.dashboard, { unverified: Verify, investor: Dashboard, admin: AdminDashboard }),
    at(paths.login, forVisitors(Login)),
    at(paths.register, forVisitors(Register)),
    at(paths.forgotPassword, forVisitors(Forgot)),
    at(paths.verifyUser, forVisitors(Verify)),
    // mailed and printed links work whoever opens them
    at(paths.resetPassword, forAll(Reset)),
    at(paths.setup, forAll(Setup)),
    at(paths.acceptRoles, forAll(AcceptRoles)),
    at(paths.invitation, forAll(Invitation)),
    at(paths.terms, forAll(Terms)),
    at(paths.kyc, { investor: Kyc }),
    at(paths.profile, { investor: Profile, admin: Profile }),
    at(paths.invest, { investor: Invest }),
    at(paths.payment, { investor: Payment }),
    at(paths.investment, { investor: Investment }),
    at(paths.withdrawal, { investor: Withdrawal }),
    at(paths.withdraw, { investor: Withdraw }),
    at(paths.referral, { investor: Referral }),
    at(paths.market, { investor: Market }),
    at(paths.statement, { investor: Statement }),
    at(paths.adminInvestments, { admin: AdminInvestments }),
    at(paths.adminWithdrawals, { admin: AdminWithdrawals }),
    at(paths.adminReferrals, { admin: AdminReferrals }),
    at(paths.adminKyc, { admin: AdminKyc }),
    at(paths.adminMail, { admin: AdminMail }),
    at(paths.adminFunds, { admin: AdminFunds }),
    at(paths.adminAudit, { admin: AdminAudit }),
    at(paths.adminSettings, { admin: AdminSettings }),
    at(paths.listUsers, { admin: ListUsers }),
    at(paths.viewAccount, { admin: ViewAccount }),
    at(paths.plans, { admin: AdminPlans }),
    at(paths.wallets, { admin: AdminWallets }),
  ])
  return createRouter({
    routeTree: tree,
    parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
    stringifySearch: (search) => {
      const present = Object.entries(search).filter(([, value]) => value !== undefined)
      const text = new URLSearchParams(present.map(([name, value]) => [name, String(value)])).toString()
      return text && `?${text}`
    },
    // what goes wrong on a screen leaves the frame around it
    defaultErrorComponent: Stumble,
    defaultPreload: 'intent',
    scrollRestoration: true,
  })
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof routerFor>
  }
}
