/** Above every page of the demo. */
export const DEMO_NOTE = '<p class="demo" role="note">Demo: nobody and no money here is real.</p>'
/** On pages without our font. Not `system-ui`, which some Linux desktops take for a font with serifs. */
export const FONTS = "-apple-system,'Segoe UI',Roboto,'Helvetica Neue',Arial,'Liberation Sans',sans-serif"
export const DEMO_STYLE = `.demo{position:sticky;top:0;z-index:70;margin:0;background:#8a5a00;color:#fff;font:500 12px/20px 'Host Grotesk',${FONTS};text-align:center}`
