export const overviewFrame = 'Market overview by TradingView'
export const chartFrame = (symbol: string) => `Chart of ${symbol} by TradingView`
export const loading = 'Loading from TradingView…'
export const chartsBy = 'Charts by'
export const tradingView = 'TradingView'
export const notOurs = 'Their prices may differ from ours.'
