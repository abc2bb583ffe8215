/**
 * The German for oneself. In a match against bots the program calls its person "You"; a German
 * sentence has "du" there, "dir" and "dich" behind prepositions, and another form of the verb.
 */

export const kOwnName = 'You';

/** Forms that the rule below would get wrong, and words that are no verbs. */
const kForms: { [verb: string]: string } = {
  hat: 'hast', ist: 'bist', wird: 'wirst', kann: 'kannst', darf: 'darfst', will: 'willst',
  hatte: 'hattest', möchte: 'möchtest', hält: 'hältst', gilt: 'giltst', tritt: 'trittst', rät: 'rätst', lädt: 'lädst',
  nicht: 'nicht', mit: 'mit', seit: 'seit', jetzt: 'jetzt', erst: 'erst', oft: 'oft', dort: 'dort', sofort: 'sofort',
};

/** Returns the form that a verb has for oneself: "gewinnt" as "gewinnst". */
function ofOneself(verb: string): string {
  if (Object.hasOwn(kForms, verb)) return kForms[verb]!;
  return /^[a-zäöüß]+[^szxß]t$/.test(verb) ? `${verb.slice(0, -1)}st` : verb;
}

/** A place with the preposition before it, and the verb behind it: {n:hat|haben} for one or for several. */
const kPlaceOfPerson =
  /((?<!\p{L})(?:von|bei|mit|nach|zu|für|ohne|gegen|an) )?\{(\w+)\}(?: (?:([a-zäöüß]+)|\{n:([^|}]*)\|[^}]*\}))?/gu;

/** Returns a German sentence with words for oneself at the places that stand for one's own name. */
export const saidOfOneself = (sentence: string, isOwn: (place: string) => boolean): string =>
  sentence.replace(
    kPlaceOfPerson,
    (all: string, preposition: string | undefined, place: string, verb, one, at: number) => {
      if (!isOwn(place)) return all;
      if (preposition !== undefined) {
        const own = /^(von|bei|mit|nach|zu) $/.test(preposition) ? 'dir' : 'dich';
        return all.replace(`{${place}}`, own);
      }
      const own = /(^|[.:!?]\s|\n)$/.test(sentence.slice(0, at)) ? 'Du' : 'du';
      const bent: string | undefined = verb ?? one;
      return bent === undefined ? own : `${own} ${ofOneself(bent)}`;
    },
  );
