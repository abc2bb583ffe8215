/* How a step is decided: rules (a)-(g) of README.md, for spin. `docs/model/check` runs it.
 *
 * Only what bears on safety is here, and it is made as bad as can be:
 *  - A liar has signed everything: it counts in whatever set of votes anybody needs.
 *  - A vote that was sent can be read by anybody at any time, or by nobody: a rule may fire as soon
 *    as the votes it asks for exist. Voting nil is always possible: that covers timers, silence,
 *    entries not held, the rule on absence, and rounds skipped. After round 0 a nil vote is not even
 *    written.
 *  - Any leader may propose anything to anyone, with whatever proof the votes sent allow.
 *  - A certificate counts from when its votes exist, whoever sees it, and who has one may vote on.
 */
#ifndef HONEST
#define HONEST 3    /* validators that follow the rules: V = HONEST + LIARS */
#define LIARS 1
#define QUORUM 3    /* q */
#define TOLERATED 1 /* f */
#endif
#ifndef ROUNDS
#define ROUNDS 3 /* at most */
#endif

#define nil 0 /* A and B are two records; either may be one with `absent` */
#define A 1
#define B 2
#define other(what) (3 - (what))
#define none 3

/* Which of the honest (bits) voted `what` in `round`: at 3 * round + what. */
byte prevotes[9];
byte precommits[9];
byte first[HONEST]; /* what each will prevote in round 0 */

#define SIZE(set) \
  (((set) & 1) + ((set) >> 1 & 1) + ((set) >> 2 & 1) + ((set) >> 3 & 1) + ((set) >> 4 & 1))
#define count(votes, round, what) SIZE(votes[3 * (round) + (what)])

/* The proof of lock: q prevotes for `what` in one round, at least `from` and before `to`. */
#define proof(round, what) (count(prevotes, round, what) + LIARS >= QUORUM)
#define proof_within(from, to, what) \
  ((from) <= 0 && 0 < (to) && proof(0, what) || (from) <= 1 && 1 < (to) && proof(1, what))

/* Precommitting is locking. */
#define locked_in(me, round, what) (precommits[3 * (round) + (what)] >> (me) & 1)
#define ever_locked(me, what) \
  (locked_in(me, 0, what) || locked_in(me, 1, what) || locked_in(me, 2, what))
#define last_locked(me, what) (locked_in(me, 2, what) -> 2 : (locked_in(me, 1, what) -> 1 : 0))
#ifdef NO_LOCKS
#define locked_on(me, what) false
#else
#define locked_on(me, what) ever_locked(me, what)
#endif

/* The unlock rule: f + 1 round-0 prevotes for something else than what I prevoted can be shown. */
#define voted_first(who, what) (prevotes[what] >> (who) & 1)
#define others_first(what) (count(prevotes, 0, nil) + count(prevotes, 0, other(what)) + LIARS)
#ifdef NO_UNLOCK_RULE
#define released_for(me, what) true
#else
#define released_for(me, what) \
  (!voted_first(me, other(what)) || others_first(other(what)) >= TOLERATED + 1)
#endif

/* (d): `what` is proposed in `round`. */
#define may_prevote(me, round, what)                                             \
  (locked_on(me, other(what)) && proof_within(last_locked(me, other(what)), round, what) || \
   !locked_on(me, other(what)) &&                                                \
     (locked_on(me, what) || proof_within(0, round, what) || released_for(me, what)))

/* (g), by the fast path or by precommits. */
#define decided_fast(what) (count(prevotes, 0, what) == HONEST)
#define decided_in(round, what) (count(precommits, round, what) + LIARS >= QUORUM)
#define decided(what)                                                               \
  (decided_fast(what) || decided_in(0, what) || decided_in(1, what) || \
   decided_in(2, what))
#ifdef FAST_PATH_ONLY
#define agreed (!decided_fast(A) || !decided(B))
#else
#define agreed (!decided(A) || !decided(B))
#endif

#define letter(what) ((what) == nil -> 45 : 64 + (what)) /* - A B */
#define vote(votes, what) \
  votes[3 * round + what] = votes[3 * round + what] | 1 << me; assert(agreed)
#define prevote(what) \
  printf("round %d: %d prevotes %c\n", round, me, letter(what)); vote(prevotes, what)
#define precommit(what) \
  printf("round %d: %d precommits %c\n", round, me, letter(what)); vote(precommits, what)

proctype honest(byte me) {
  byte round;
  atomic { true -> prevote(first[me]) } /* (a) */
again:
  if
  :: atomic { proof(round, A) -> precommit(A); round++ } /* (b) */
  :: atomic { proof(round, B) -> precommit(B); round++ }
  :: round++ /* nil, then (e) */
  fi;
  if
  :: atomic { round < ROUNDS && may_prevote(me, round, A) -> prevote(A); goto again } /* (d) */
  :: atomic { round < ROUNDS && may_prevote(me, round, B) -> prevote(B); goto again }
  :: round < ROUNDS -> goto again /* nil */
  fi
}

/* Progress: whatever has happened since round 0, let the network deliver what the `live` validators
 * sent, in a round that one of them leads. Then rule (c) has it propose something, with a proof,
 * which rule (d) lets all of them prevote: so they precommit and decide it. Looks and leaves no
 * trace, so it adds no states. */
proctype calm() {
  byte live;    /* as bits */
  byte extra;   /* one more round-0 prevote the leader may show: a liar's, or a silent one's */
  byte highest; /* 1 + the highest round in which a live one is locked; the leader has the proof */
  byte what, proof_round, i;
#define is_live(who) (live >> (who) & 1)
#define shown(x) (SIZE(prevotes[x] & live) + (extra == (x) -> 1 : 0))
#define shown_others(x) (shown(nil) + shown(other(x)))
  do
  :: atomic {
       true ->
       live = (1 << HONEST) - 1;
       extra = none;
       if
       :: true
       :: LIARS > 0 -> if :: extra = nil :: extra = A :: extra = B fi
       :: HONEST > QUORUM ->
          if :: i = 0 :: i = 1 :: i = 2 fi;
          live = live & ~(1 << i);
          if :: voted_first(i, first[i]) -> extra = first[i] :: true fi
       fi;
       if
       :: (live & ~(prevotes[nil] | prevotes[A] | prevotes[B])) -> goto over
       :: else
       fi;
       highest = 0;
       for (i : 0 .. 2) {
         if
         :: (precommits[3 * i + A] | precommits[3 * i + B]) & live -> highest = i + 1
         :: else
         fi
       }
       if /* (c) */
       :: highest <= 1 && proof(0, A) -> what = A; proof_round = 0
       :: highest <= 1 && proof(0, B) -> what = B; proof_round = 0
       :: highest <= 2 && proof(1, A) -> what = A; proof_round = 1
       :: highest <= 2 && proof(1, B) -> what = B; proof_round = 1
       :: proof(2, A) -> what = A; proof_round = 2
       :: proof(2, B) -> what = B; proof_round = 2
       :: highest == 0 ->
          proof_round = none;
          if
#ifdef STUBBORN_LEADER /* what it prevoted, if it did */
          :: prevotes[A] & live -> what = A
          :: prevotes[B] & live -> what = B
#else
          :: shown_others(B) >= TOLERATED + 1 -> what = A
          :: shown_others(A) >= TOLERATED + 1 -> what = B
#endif
          :: else -> assert(false) /* it cannot propose anything */
          fi
       fi;
       printf("proposed: %c\n", letter(what));
       for (i : 0 .. HONEST - 1) {
         assert(!is_live(i) ||
                ever_locked(i, other(what)) && proof_round != none &&
                  last_locked(i, other(what)) <= proof_round ||
                !ever_locked(i, other(what)) &&
                  (ever_locked(i, what) || proof_round != none || !voted_first(i, other(what)) ||
                   shown_others(other(what)) >= TOLERATED + 1))
       }
over:
       live = 0; extra = 0; highest = 0; what = 0; proof_round = 0; i = 0
     }
  od
}

/* The honest are alike and so are A and B: of what they may prevote in round 0 only one order need
 * be tried, A before B before nil, and at least as many A as B. */
init {
  byte i, as, bs;
  atomic {
    for (i : 0 .. HONEST - 1) {
      if
      :: as == i -> first[i] = A; as++
      :: as + bs == i && bs < as -> first[i] = B; bs++
      :: first[i] = nil
      fi
    }
    as = 0; bs = 0;
    for (i : 0 .. HONEST - 1) { run honest(i) }
    i = 0;
#ifndef NO_PROGRESS
    run calm()
#endif
  }
}
