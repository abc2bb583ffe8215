/** Which pictures go into docs/pictures: each main view at both widths, in both themes. */
const both = ['1280-light', '1280-dark', '390-light', '390-dark'];

export const kMain = {
  holdem: both,
  'holdem-showdown': both,
  'holdem-ten': both,
  hearts: both,
  'liars-dice': both,
  chess: both,
  othello: both,
  mancala: both,
  generic: both,
  gathering: both,
  lobby: both,
  'lobby-empty': both,
  replay: both,
  'replay-chess': both,
  inspect: both,
  'inspect-fixed': both,
};
