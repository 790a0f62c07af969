import {
  createRootRoute,
  createRoute,
  createRouter,
  Navigate,
  Outlet,
  type RouteComponent,
  useLocation,
  useMatches,
} from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { pathHere } from '#identity/web/log-out.ts'
import type { View } from '#identity/web/session.ts'
import { lazyPart } from '#ui/lazy-part.tsx'
import type { OwnProps } from './own-screen.tsx'
import { paths } from './paths.ts'
import { ErrorScreen } from './error-screen.tsx'

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
  action?: string | undefined
  kind?: string | undefined
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
  /** Of the terms. */
  version?: string | undefined
}

/** Who sees what under a path. Whoever is not named is sent home. */
type Screens = Partial<Record<View, RouteComponent>>

/** A screen by its name in its module. Its own type is not asked for: it reads what addresses of this router may carry. */
function screen<Module>(load: () => Promise<Module>, name: keyof Module): RouteComponent {
  return lazyPart(async () => (await load())[name] as ComponentType)
}

const frames: Record<View, RouteComponent> = {
  visitor: Outlet,
  unverified: Outlet,
  investor: screen(() => import('./investor-frame.tsx'), 'InvestorFrame'),
  admin: screen(() => import('./admin-frame.tsx'), 'AdminFrame'),
}
/** What links in mails lead to, and printed ones; and what everybody is shown alike. */
const OF_LINKS: readonly string[] = [
  paths.resetPassword,
  paths.setup,
  paths.acceptRoles,
  paths.undoChange,
  paths.stopFactorHelp,
  paths.mailLink,
  paths.invitation,
  paths.books,
]
const isOfLinks = (matches: readonly { pathname: string }[]) =>
  matches.some(({ pathname }) => OF_LINKS.includes(pathname))
/** The frame of a view. Screens of links have one of their own, whoever opens them, and stand in no other. */
function frameOf(view: View): RouteComponent {
  const Frame = frames[view]
  const Framed = () => {
    // the compiler takes what is around a component for the module's own
    'use no memo'
    // of what stands there: the address is another before its screen is
    return useMatches({ select: isOfLinks }) ? <Outlet /> : <Frame />
  }
  const preload = async () => {
    // a page that is made at build time has no address
    if (!OF_LINKS.includes(globalThis.location?.pathname)) await Frame.preload?.()
  }
  return Object.assign(Framed, { preload })
}
/** Home, which for visitors is the sign-in page: from there they come to what they have opened. */
const homeOf = (view: View) => () => {
  if (location.pathname === '/') return null
  // a page of the desk has the desk's styles and no others
  const load = view !== 'admin' && 'desk' in document.documentElement.dataset
  return <Navigate to="/" search={view === 'visitor' ? { next: pathHere() } : {}} replace reloadDocument={load} />
}
/** At an address that nothing has. */
const NotFound = screen(() => import('./not-found.tsx'), 'NotFound')
const NotFoundInFrame = screen(() => import('./not-found.tsx'), 'NotFoundInFrame')
const NotFoundSignedOut = screen(() => import('./not-found.tsx'), 'NotFoundSignedOut')
const notFound: Record<View, RouteComponent> = {
  ...{ visitor: NotFoundSignedOut, unverified: NotFoundSignedOut, investor: NotFound, admin: NotFoundInFrame },
}
const forVisitors = (shown: RouteComponent): Screens => ({ visitor: shown, unverified: shown })
const forAll = (shown: RouteComponent): Screens => ({ ...forVisitors(shown), investor: shown, admin: shown })

/** A story's screen, handed everything of the signed-in investor. */
const withOwn = (load: () => Promise<ComponentType<OwnProps>>) =>
  lazyPart(async () => {
    const [{ OwnScreen }, Screen] = await Promise.all([import('./own-screen.tsx'), load()])
    return () => <OwnScreen screen={Screen} />
  })

const Login = screen(() => import('#factors/web/login.tsx'), 'LoginScreen')
const SignInFactor = screen(() => import('#factors/web/sign-in-factor.tsx'), 'SignInFactorScreen')
const InvitedHome = screen(() => import('#identity/web/invited-home.tsx'), 'InvitedHomeScreen')
/** Whoever comes from an invitation, or asks to look around, is spoken to first; everybody else signs in. */
const VisitorHome: RouteComponent = Object.assign(
  () => (useLocation().state.invited === undefined ? <Login /> : <InvitedHome />),
  { preload: () => (globalThis.history?.state?.invited === undefined ? Login : InvitedHome).preload?.() },
)
const Verify = screen(() => import('#identity/web/verify.tsx'), 'VerifyScreen')
const Invitation = screen(() => import('#identity/web/invitation.tsx'), 'InvitationScreen')
const Terms = screen(() => import('#identity/web/terms.tsx'), 'TermsScreen')
const Books = screen(() => import('#funds/web/books.tsx'), 'BooksScreen')
const Register = screen(() => import('#identity/web/register.tsx'), 'RegisterScreen')
const Forgot = screen(() => import('#identity/web/forgot-password.tsx'), 'ForgotPasswordScreen')
const Reset = screen(() => import('#identity/web/reset-password.tsx'), 'ResetPasswordScreen')
const Setup = screen(() => import('#identity/web/setup.tsx'), 'SetupScreen')
const AcceptRoles = screen(() => import('#roles/web/accept-roles.tsx'), 'AcceptRolesScreen')
const Kyc = screen(() => import('#kyc/web/kyc.tsx'), 'KycScreen')
const Profile = screen(() => import('#identity/web/profile.tsx'), 'ProfileScreen')
const Proof = screen(() => import('#proofs/web/proof.tsx'), 'ProofScreen')
const Security = screen(() => import('#security/web/security.tsx'), 'SecurityScreen')
const OfMail = screen(() => import('#security/web/link-screen.tsx'), 'LinkScreen')

const Dashboard = screen(() => import('#overview/web/dashboard.tsx'), 'DashboardScreen')
const Invest = withOwn(async () => (await import('#investments/web/invest.tsx')).InvestScreen)
const Payment = screen(() => import('#investments/web/payment.tsx'), 'PaymentScreen')
const Investment = withOwn(async () => (await import('#investments/web/investment.tsx')).InvestmentScreen)
const Withdrawal = withOwn(async () => (await import('#withdrawals/web/withdrawal.tsx')).WithdrawalScreen)
const Referral = withOwn(async () => (await import('#referrals/web/referral.tsx')).ReferralScreen)
const Market = screen(() => import('#market/web/market.tsx'), 'MarketScreen')
const Statement = screen(() => import('#statements/web/statement.tsx'), 'StatementScreen')
const AdminDashboard = screen(() => import('#desk/figures/dashboard.tsx'), 'AdminDashboardScreen')
const AdminInvestments = screen(() => import('#desk/decisions/admin-investments.tsx'), 'AdminInvestmentsScreen')
const AdminWithdrawals = screen(() => import('#desk/decisions/admin-withdrawals.tsx'), 'AdminWithdrawalsScreen')
const AdminReferrals = screen(() => import('#desk/decisions/admin-referrals.tsx'), 'AdminReferralsScreen')
const AdminKyc = screen(() => import('#desk/people/admin-kyc.tsx'), 'AdminKycScreen')
const AdminMail = screen(() => import('#desk/mail/admin-mail.tsx'), 'AdminMailScreen')
const AdminFunds = screen(() => import('#desk/funds/admin-funds.tsx'), 'AdminFundsScreen')
const AdminWhatIf = screen(() => import('#desk/whatif/admin-what-if.tsx'), 'AdminWhatIfScreen')
const AdminAudit = screen(() => import('#desk/audit/admin-audit.tsx'), 'AdminAuditScreen')
const AdminTerms = screen(() => import('#desk/settings/admin-terms.tsx'), 'AdminTermsScreen')
const AdminSettings = screen(() => import('#desk/settings/admin-settings.tsx'), 'AdminSettingsScreen')
const ListUsers = screen(() => import('#desk/people/list-users.tsx'), 'ListUsersScreen')
const ViewUser = screen(() => import('#desk/people/view-user.tsx'), 'ViewUserScreen')
const AdminPlans = screen(() => import('#desk/settings/admin-plans.tsx'), 'AdminPlansScreen')
const AdminWallets = screen(() => import('#desk/funds/admin-wallets.tsx'), 'AdminWalletsScreen')
/** The withdrawals with the form open. */
const Withdraw = () => <Navigate to="/withdrawal" search={{ panel: 'withdraw' }} replace />

/** The screens of one view, each under its path. */
export function routerFor(view: View) {
  const Home = homeOf(view)
  const root = createRootRoute({
    component: frameOf(view),
    notFoundComponent: notFound[view],
    errorComponent: ErrorScreen,
    validateSearch: (search): Search => search,
  })
  const at = <const Path extends string>(path: Path, screens: Screens) =>
    createRoute({ getParentRoute: () => root, path, component: screens[view] ?? Home })
  const tree = root.addChildren([
    at(paths.home, { visitor: VisitorHome, unverified: Verify, investor: Dashboard, admin: AdminDashboard }),
    at(paths.dashboard, { unverified: Verify, investor: Dashboard, admin: AdminDashboard }),
    at(paths.login, forVisitors(Login)),
    at(paths.signInFactor, forVisitors(SignInFactor)),
    at(paths.register, forVisitors(Register)),
    at(paths.forgotPassword, forVisitors(Forgot)),
    at(paths.verifyUser, forVisitors(Verify)),
    // mailed and printed links work whoever opens them
    at(paths.resetPassword, forAll(Reset)),
    at(paths.setup, forAll(Setup)),
    at(paths.acceptRoles, forAll(AcceptRoles)),
    at(paths.undoChange, forAll(OfMail)),
    at(paths.stopFactorHelp, forAll(OfMail)),
    at(paths.mailLink, forAll(OfMail)),
    at(paths.invitation, forAll(Invitation)),
    at(paths.terms, forAll(Terms)),
    at(paths.books, forAll(Books)),
    at(paths.kyc, { investor: Kyc }),
    at(paths.profile, { investor: Profile, admin: Profile }),
    at(paths.security, { investor: Security, admin: Security }),
    at(paths.proof, { investor: Proof }),
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
    at(paths.adminWhatIf, { admin: AdminWhatIf }),
    at(paths.adminAudit, { admin: AdminAudit }),
    at(paths.adminSettings, { admin: AdminSettings }),
    at(paths.adminTerms, { admin: AdminTerms }),
    at(paths.listUsers, { admin: ListUsers }),
    at(paths.viewAccount, { admin: ViewUser }),
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
    defaultErrorComponent: ErrorScreen,
    defaultPreload: 'intent',
    scrollRestoration: true,
  })
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof routerFor>
  }
}
