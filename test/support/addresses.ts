/**
 * Addresses of published test vectors. The house never pays a withdrawal to its own payment address, so what it is paid
 * at and what it pays to are two.
 */

/** Of the house's payment wallet (BIP 84). */
export const OUR_BITCOIN = 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu'
/** Of an investor's own wallet (BIP 173). */
export const THEIR_BITCOIN = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'
/** Of neither: the load fixture has a payment wallet with the address above (BIP 84, the second one). */
export const SOMEBODYS_BITCOIN = 'bc1qnjg0jd8228aq7egyzacy8cys3knf9xvrerkf9g'
/** Of the house's second payment wallet (EIP-55). */
export const OUR_ETHEREUM = '0x52908400098527886E0F7030069857D2E4169EE7'
