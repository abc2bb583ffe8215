/** What a player has chosen before their turn, at the price that stood there then. "Call up to" holds
 * for every price up to its own. */
export interface Preselection {
  choice: 'fold' | 'check-fold' | 'call' | 'call-up-to';
  price: number;
}
