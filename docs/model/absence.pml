/* Who may be voted absent: the parts of rules (c) and (d) of README.md that agreement.pml leaves
 * out, with slots and who holds their entries. `docs/model/check` runs it.
 *
 * Two slots. The first is member 0's, which follows the rules: its program is alive, and if its
 * clock runs out or its worker fails, its entry is `none`; which entry it is does not matter here,
 * only when it signs it, and who has it. The second is of the last member: a liar (V = HONEST +
 * LIARS), or one that follows the rules and may be silent. Records: which of the two have an entry.
 * As in agreement.pml a liar has signed everything, votes sent are read by anybody or nobody, and
 * anybody proposes anything. An entry that is being checked is one that is held.
 */
#ifndef HONEST
#define HONEST 3
#define LIARS 1
#define QUORUM 3
#define TOLERATED 1
#endif
#ifndef ROUNDS
#define ROUNDS 2 /* at most 3 */
#endif

#define all 3 /* records, as bits: 0 both absent, 1 and 2 one entry, 3 both */
#define nil 4
#define nobody 5
#define has_entry(record, slot) ((record) >> (slot) & 1)

byte held[2];       /* by which of the honest (bits) each slot's entry is held */
byte prevotes[15];  /* which of the honest voted `what` in `round`: at 5 * round + what */
byte precommits[15];

#define SIZE(set) \
  (((set) & 1) + ((set) >> 1 & 1) + ((set) >> 2 & 1) + ((set) >> 3 & 1) + ((set) >> 4 & 1))
#define everybody ((1 << HONEST) - 1)
#define holds(who, slot) (held[slot] >> (who) & 1)
#define count(votes, round, what) SIZE(votes[5 * (round) + (what)])
#define lock_proof(round, what) (count(prevotes, round, what) + LIARS >= QUORUM)
#define locked_in(me, round, what) (precommits[5 * (round) + (what)] >> (me) & 1)
#define locked(me, what) /* 1 + the last round in which it precommitted that */ \
  (locked_in(me, 2, what) -> 3 : (locked_in(me, 1, what) -> 2 : (locked_in(me, 0, what) -> 1 : 0)))
/* That round in which it precommitted another record has a proof that is not older. */
#define no_older(me, what, from)                                                  \
  ((what == 0 || from >= locked(me, 0)) && (what == 1 || from >= locked(me, 1)) && \
   (what == 2 || from >= locked(me, 2)) && (what == 3 || from >= locked(me, 3)))

/* (d) 3: the record has no `absent` for a slot whose entry it holds; one's own slot counts as such. */
#ifdef OWN_SLOT_NOT_HELD
#define counts_as_held(me, slot) holds(me, slot)
#else
#define counts_as_held(me, slot) ((slot) == 0 && (me) == 0 || holds(me, slot))
#endif
#define nobody_left_out(me, what)                      \
  ((has_entry(what, 0) || !counts_as_held(me, 0)) &&   \
   (has_entry(what, 1) || !counts_as_held(me, 1)))
/* Of round 0 there are prevotes for the complete record, and for nil. */
#define released(me, what, others) \
  ((what) == all || !(prevotes[all] >> (me) & 1) || (others) > TOLERATED)
#ifdef NEVER_ITS_OWN_ABSENCE /* not even where a lock proof shows that the others voted it */
#define willing(me, what) ((me) != 0 || has_entry(what, 0))
#else
#define willing(me, what) true
#endif
#define follows(me, what, from, others)          \
  (willing(me, what) && no_older(me, what, from) && \
   (locked(me, what) || from > 0 ||              \
    released(me, what, others) && nobody_left_out(me, what)))

/* What is to be shown: before member 0 prevotes its own absence, a quorum without it has. */
#define others_voted(round, what) \
  (SIZE(prevotes[5 * (round) + (what)] & ~1) + LIARS >= QUORUM)
#define absent_without_it(what) \
  (others_voted(0, what) || others_voted(1, what) || others_voted(2, what))

#define letter(what) ((what) == nil -> 45 : 48 + (what)) /* - 0 1 2 3 */
#define prevote(what)                                                  \
  printf("round %d: %d prevotes %c\n", round, me, letter(what));       \
  assert(me != 0 || what == nil || has_entry(what, 0) || absent_without_it(what)); \
  prevotes[5 * round + what] = prevotes[5 * round + what] | 1 << me
#define precommit(what)                                                \
  printf("round %d: %d precommits %c\n", round, me, letter(what));     \
  precommits[5 * round + what] = precommits[5 * round + what] | 1 << me
#define prevote_shown(what, from)                                      \
  from <= round && (from == 0 || lock_proof(from - 1, what)) &&        \
  follows(me, what, from, count(prevotes, 0, nil) + LIARS) ->          \
  printf("shown: the proof of round %d\n", from - 1); prevote(what)

proctype honest(byte me) {
  byte round;
  if /* (a) */
  :: atomic { holds(me, 0) && holds(me, 1) -> prevote(all) }
  :: atomic { true -> prevote(nil) }
  fi;
again:
  if /* (b) */
  :: atomic { lock_proof(round, 0) -> precommit(0); round++ }
  :: atomic { lock_proof(round, 1) -> precommit(1); round++ }
  :: atomic { lock_proof(round, 2) -> precommit(2); round++ }
  :: atomic { lock_proof(round, 3) -> precommit(3); round++ }
  :: round++
  fi;
  if /* (d) */
  :: atomic { round < ROUNDS && prevote_shown(0, 0); goto again }
  :: atomic { round < ROUNDS && prevote_shown(1, 0); goto again }
  :: atomic { round < ROUNDS && prevote_shown(2, 0); goto again }
  :: atomic { round < ROUNDS && prevote_shown(3, 0); goto again }
  :: atomic { round < ROUNDS && prevote_shown(0, 1); goto again }
  :: atomic { round < ROUNDS && prevote_shown(1, 1); goto again }
  :: atomic { round < ROUNDS && prevote_shown(2, 1); goto again }
  :: atomic { round < ROUNDS && prevote_shown(3, 1); goto again }
  :: atomic { round < ROUNDS && prevote_shown(0, 2); goto again }
  :: atomic { round < ROUNDS && prevote_shown(1, 2); goto again }
  :: atomic { round < ROUNDS && prevote_shown(2, 2); goto again }
  :: atomic { round < ROUNDS && prevote_shown(3, 2); goto again }
  :: round < ROUNDS -> goto again /* nil */
  fi
}

/* Entries are signed, and reach some of the others. */
#define arrives(slot, who) held[slot] = held[slot] | 1 << (who)
proctype entries() {
  do
  :: atomic { !holds(0, 0) -> arrives(0, 0) }
  :: atomic { held[0] && !holds(1, 0) -> arrives(0, 1) }
  :: atomic { held[0] && !holds(HONEST - 1, 0) -> arrives(0, HONEST - 1) }
  :: atomic { (LIARS > 0 || held[1]) && !holds(0, 1) -> arrives(1, 0) }
  :: atomic { (LIARS > 0 || held[1]) && !holds(1, 1) -> arrives(1, 1) }
  :: atomic { !holds(HONEST - 1, 1) -> arrives(1, HONEST - 1) }
  od
}

/* Progress, as in agreement.pml: whatever has happened, deliver what the `live` members sent, in a
 * round that one of them leads. By then member 0's clock has run out, if it still owed an entry. */
proctype calm() {
  byte live;    /* as bits */
  byte extra;   /* one more round-0 prevote the leader may show */
  byte needed;  /* 1 + the highest round in which a live one is locked */
  byte arrived; /* slots whose entries a live one has, as bits */
  byte before0, before1, what, from, i;
#define shown(x) (SIZE(prevotes[x] & live) + (extra == (x) -> 1 : 0))
#define locks_in(round) \
  (precommits[5 * (round)] | precommits[5 * (round) + 1] | precommits[5 * (round) + 2] | \
   precommits[5 * (round) + 3])
#define or_proved_in(round)                                                              \
  :: needed <= (round) + 1 && lock_proof(round, 0) -> what = 0; from = (round) + 1       \
  :: needed <= (round) + 1 && lock_proof(round, 1) -> what = 1; from = (round) + 1       \
  :: needed <= (round) + 1 && lock_proof(round, 2) -> what = 2; from = (round) + 1       \
  :: needed <= (round) + 1 && lock_proof(round, 3) -> what = 3; from = (round) + 1
  do
  :: atomic {
       true ->
       live = everybody;
       extra = nobody;
       if
       :: true
       :: LIARS > 0 -> if :: extra = nil :: extra = all fi
       :: HONEST > QUORUM ->
          if :: i = 0 :: i = 1 :: i = HONEST - 1 fi;
          live = live & ~(1 << i);
          if
          :: prevotes[all] >> i & 1 -> extra = all
          :: prevotes[nil] >> i & 1 -> extra = nil
          :: true
          fi
       fi;
       if
       :: (live & ~(prevotes[nil] | prevotes[all])) -> goto over
       :: else
       fi;
       before0 = held[0];
       before1 = held[1];
#ifndef NO_NONE /* else it sleeps, and its program waits for it */
       if :: live & 1 -> arrives(0, 0) :: else fi;
#endif
       if :: LIARS == 0 && live >> (HONEST - 1) & 1 -> arrives(1, HONEST - 1) :: else fi;
       arrived = (held[0] & live -> 1 : 0) + (held[1] & live -> 2 : 0);
       if :: arrived & 1 -> held[0] = everybody :: else fi;
       if :: arrived & 2 -> held[1] = everybody :: else fi;
       needed = 0;
       for (i : 0 .. ROUNDS - 1) {
         if
         :: locks_in(i) & live -> needed = i + 1
         :: else
         fi
       }
       if /* (c) */
       or_proved_in(0)
       or_proved_in(1)
       or_proved_in(2)
       :: needed == 0 ->
          from = 0;
          if
          :: shown(nil) <= TOLERATED -> what = all; assert(prevotes[all] & live)
          :: else -> what = arrived
          fi
       fi;
       printf("proposed: %d\n", what);
       for (i : 0 .. HONEST - 1) {
         assert(!(live >> i & 1) || follows(i, what, from, shown(nil)))
       }
       held[0] = before0;
       held[1] = before1;
over:
       live = 0; extra = 0; needed = 0; arrived = 0; before0 = 0; before1 = 0;
       what = 0; from = 0; i = 0
     }
  od
}

init {
  byte i;
  atomic {
    for (i : 0 .. HONEST - 1) { run honest(i) }
    i = 0;
    run entries();
#ifndef NO_PROGRESS
    run calm()
#endif
  }
}
