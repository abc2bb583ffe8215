/* What absence gives away in a deal: whose locks are still closed on which card, and what it costs
 * to refuse help (docs/dealing.md, Seats that are out). `docs/model/check` runs it.
 *
 * There are N seats, a hand for each (one card), and STREETS more cards that are shown to all, one
 * after another. A seat is in, has folded, is out, left, or is gone, and may say at any time that it is
 * back. A lock is closed as long as its owner's share of that card is not public. Moves,
 * absences, departures and returns come in every order between the steps. At a step any seats that
 * are asked for shares may keep them back. All others have published theirs by then, so whoever
 * keeps a share back has seen the cards of the step. Then, where the terms have recovery, any of the
 * helpers may refuse.
 *
 * Properties, after every step:
 *   hidden   Whatever all other seats hold together, a seat that is in has its own closed lock on its
 *            hand, and on each card of the deck that is still to come. (Then every coalition without
 *            that seat lacks a lock. With recovery all others can open its hand together: the terms
 *            say so, and the model leaves it out.)
 *   priced   Each step at which somebody may have seen cards before it decided whether they come
 *            true has cost a seat its place in a deal: `chances` never exceeds `costs`. A void
 *            costs each seat that it names two.
 */
#ifndef N
#define N 4
#endif
#ifndef STREETS
#define STREETS 3
#endif
#ifndef RECOVERY
#define RECOVERY 1
#endif

#ifdef BEFORE /* the rules as they were until the third audit */
#define STEP_ONLY
#define STAYS_IN
#define FREE
#endif

#define everybody ((1 << N) - 1)
#define bit(seat) (1 << (seat))
#define has(set, seat) ((set) >> (seat) & 1)
#define SIZE(set) \
  (((set) & 1) + ((set) >> 1 & 1) + ((set) >> 2 & 1) + ((set) >> 3 & 1) + ((set) >> 4 & 1))

byte members = everybody; /* of this deal: those who hold shares of each other's keys */
byte playing = everybody; /* the seats that are in */
byte out;                 /* the seats that are out of this deal, among them those that left */
byte gone;                /* the seats that answer nothing any more */
byte owes;                /* folded by absence, or left: asked for their locks before the next card */
byte withheld;            /* missed a share once in this deal, and are not asked again */
byte hand[N];             /* the closed locks on each hand */
byte deck[STREETS];       /* the closed locks on each card of the deck */
bool dealt;
byte street;              /* the next card of the deck */
byte chances, costs;
bool over;

/* The closed locks on the card that this step opens, or on any hand that it deals. */
byte asked, missing, refuse, by;
byte i, j;

inline subset(whole, into) {
  into = 0;
  i = 0;
  do
  :: i < N && has(whole, i) -> if :: into = into | bit(i) :: true fi; i++
  :: i < N && !has(whole, i) -> i++
  :: i == N -> break
  od;
  i = 0
}

inline open_deck_locks(seats) { /* on all cards that are still to come */
  j = street;
  do
  :: j < STREETS -> deck[j] = deck[j] & ~(seats); j++
  :: else -> break
  od;
  j = 0
}

inline new_deck(seats) { /* the cards that nobody has seen, under the locks of these seats */
  j = street;
  do
  :: j < STREETS -> deck[j] = seats; j++
  :: else -> break
  od;
  j = 0;
  if
  :: !dealt ->
     do
     :: j < N -> if :: has(seats, j) -> hand[j] = seats :: else -> hand[j] = 0 fi; j++
     :: else -> break
     od;
     j = 0
  :: else
  fi
}

/* A seat that is out already has paid for its absence, and pays for each void. */
#define price(seats, cost) (SIZE((cost) == 2 -> (seats) : (seats) & ~out) * (cost))
inline go_out(seats, cost) {
#ifndef FREE
  costs = costs + price(seats, cost);
#endif
#ifdef STAYS_IN
  if :: cost == 1 -> true :: else -> out = out | (seats); playing = playing & ~(seats) fi
#else
  out = out | (seats);
  playing = playing & ~(seats)
#endif
}

/* The shares of the cards of this step that are here. */
inline open_step() {
  if
  :: !dealt ->
     dealt = true;
     do
     :: j < N -> hand[j] = hand[j] & bit(j); j++
     :: else -> break
     od;
     j = 0
  :: else -> deck[street] = 0; street++
  fi
}

inline spoil() { /* what is wanted is void by `by`; those who are left play on with a new deck */
  printf("void by %d\n", by);
  go_out(by, 2);
  owes = owes & ~by;
  withheld = withheld | by;
  if
  :: SIZE(playing & ~by) < 2 -> over = true
  :: else -> new_deck(playing & ~by)
  fi
}

#define recoverable (RECOVERY && SIZE(missing) == 1 && (members & gone & ~missing) == 0)
/* Somebody's shares are missing; the cards of the step are `opens` (false: a step that only hands
 * locks over). One missing seat is recovered by all other members. */
inline recover_or_spoil(opens) {
  if :: opens -> chances = chances + 1 :: else fi;
  printf("missing: %d\n", missing);
  if
  :: recoverable ->
     subset(members & ~missing, refuse);
     if
     :: refuse == 0 ->
        printf("recovered\n");
#ifdef STEP_ONLY
        if :: !(opens) -> open_deck_locks(missing) :: else fi;
#else
        open_deck_locks(missing);
#endif
        withheld = withheld | missing;
        go_out(missing, 1);
        owes = owes & ~missing;
        if :: opens -> open_step() :: else fi
     :: else -> by = missing | refuse; spoil()
     fi
  :: else -> by = missing; spoil()
  fi;
  missing = 0; refuse = 0; by = 0
}

inline hand_over() {
  subset(owes & ~gone, missing);
  missing = missing | owes & gone;
  open_deck_locks(owes & ~missing);
  owes = missing;
  if
  :: missing && recoverable -> recover_or_spoil(false)
  :: else -> withheld = withheld | missing; missing = 0
  fi;
  owes = 0
}

inline closed_on_step() {
  if
  :: dealt -> asked = deck[street]
  :: else ->
     asked = 0;
     do
     :: j < N -> asked = asked | hand[j] & ~bit(j); j++
     :: else -> break
     od;
     j = 0
  fi
}

inline next_card() {
  closed_on_step();
#ifdef STEP_ONLY /* who is out is asked as before */
  subset(asked & ~gone, missing);
#else
  subset(asked & ~gone & ~withheld, missing);
  missing = missing | asked & withheld;
#endif
  missing = missing | asked & gone;
  asked = 0;
  if
  :: missing -> recover_or_spoil(true)
  :: else -> open_step()
  fi
}

inline check() {
  if
  :: !over ->
     assert(chances <= costs); /* priced */
     do
     :: i < N && has(playing, i) ->
        assert(hand[i] & bit(i)); /* hidden */
        j = street;
        do
        :: j < STREETS -> assert(deck[j] & bit(i)); j++
        :: else -> break
        od;
        j = 0;
        i++
     :: i < N && !has(playing, i) -> i++
     :: i == N -> break
     od;
     i = 0
  :: else
  fi
}

#define may_move(seat) (dealt && has(playing, seat) && SIZE(playing) > 1)
#define moves(seat)                                                                     \
  :: atomic { !over && may_move(seat) -> printf("%d folds\n", seat);                     \
       playing = playing & ~bit(seat); open_deck_locks(bit(seat)); check() }             \
  :: atomic { !over && may_move(seat) -> printf("%d is absent at its move\n", seat);     \
       playing = playing & ~bit(seat); owes = owes | bit(seat); check() }                \
  :: atomic { !over && dealt && has(playing, seat) && SIZE(playing) > 1 ->               \
       printf("%d leaves\n", seat);                                                      \
       go_out(bit(seat), 1); playing = playing & ~bit(seat); out = out | bit(seat);      \
       owes = owes | bit(seat); check() }                                                                         \
  :: atomic { !over && !has(playing, seat) && !has(gone, seat) ->                        \
       printf("%d is gone\n", seat); gone = gone | bit(seat); check() }                  \
  came_back(seat)
#ifdef BACK_AT_ONCE
#define came_back(seat)                                                                  \
  :: atomic { !over && has(out, seat) -> printf("%d is back\n", seat);                   \
       out = out & ~bit(seat); gone = gone & ~bit(seat); playing = playing | bit(seat);  \
       check() }
#else
#define came_back(seat) /* it votes again, and helps, and plays no card of this deal */  \
  :: atomic { !over && has(gone, seat) -> printf("%d is back\n", seat);                  \
       gone = gone & ~bit(seat); check() }
#endif

init {
  atomic {
    new_deck(everybody)
  }
  do
  moves(0)
  moves(1)
  moves(2)
  moves(3)
#if N > 4
  moves(4)
#endif
  :: atomic {
       !over && street < STREETS && SIZE(playing) > 1 ->
       if
       :: owes -> printf("locks are handed over\n"); hand_over()
       :: else -> printf("a step of shares\n"); next_card()
       fi;
       check()
     }
  :: atomic { over || street == STREETS || SIZE(playing) < 2 -> break }
  od
}
