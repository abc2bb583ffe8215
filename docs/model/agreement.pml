/* How a step is decided: rules (a)-(g) of README.md, for spin. `docs/model/check` runs it.
 *
 * Only what bears on safety is here, and it is made as bad as can be:
 *  - A liar has signed everything: it counts in whatever set of votes anybody needs.
 *  - A vote that was sent can be read by anybody at any time, or by nobody: a rule may fire as soon
 *    as the votes it asks for exist, so nobody ever waits out a grace. Voting nil is always
 *    possible: that covers timers, silence, entries not held, the rule on absence, and rounds
 *    skipped. After round 0 a nil vote is not even written, but where members are restarted.
 *  - Any leader may propose anything to anyone, with whatever proof the votes sent allow.
 *  - A certificate counts from when its votes exist, whoever sees it, and who has one may vote on.
 *
 * Each voter is checked: it may not sign two votes of one round and phase, nor a vote that the
 * evidence rule convicts, and no two records may be decided.
 */
#ifndef HONEST
#define HONEST 3    /* validators that follow the rules: V = HONEST + LIARS */
#define LIARS 1
#define QUORUM 3    /* q */
#define TOLERATED 1 /* f */
#endif
#ifndef ROUNDS
#define ROUNDS 3 /* at most 4 */
#endif
#ifndef RESTARTED
#define RESTARTED 0 /* how many of the honest may be restarted, at any point, any number of times */
#endif
#ifndef QUIET
#define QUIET 0 /* before this round nobody votes, but in the prevotes of round 0 */
#endif

#define nil 0 /* A and B are two records; either may be one with `absent` */
#define A 1
#define B 2
#define other(what) (3 - (what))
#define nobody 3

/* Which of the honest (bits) voted `what` in `round`: at 3 * round + what. */
byte prevotes[12];
byte precommits[12];
byte first[HONEST]; /* what each will prevote in round 0 */

#define SIZE(set) \
  (((set) & 1) + ((set) >> 1 & 1) + ((set) >> 2 & 1) + ((set) >> 3 & 1) + ((set) >> 4 & 1))
#define count(votes, round, what) SIZE(votes[3 * (round) + (what)])
#define has(votes, who, round, what) (votes[3 * (round) + (what)] >> (who) & 1)
#define has_voted(votes, who, round) \
  (has(votes, who, round, nil) || has(votes, who, round, A) || has(votes, who, round, B))

/* The proof in a proposal is named by `from`, 1 + its round: 0 for round-0 prevotes, else it is a
 * lock proof: q prevotes for `what` in one round. */
#define lock_proof(round, what) (count(prevotes, round, what) + LIARS >= QUORUM)
#define well_formed(from, what) ((from) == 0 || lock_proof((from) - 1, what))

/* Precommitting is locking. What a member knows of its own: all it signed. */
#ifdef FORGET_LOCKS /* after a restart, those of rounds 2 and up are gone */
byte forgotten; /* by whom */
#define locked_in(me, round, what) \
  (has(precommits, me, round, what) && ((round) < 2 || !(forgotten >> (me) & 1)))
#else
#define locked_in(me, round, what) has(precommits, me, round, what)
#endif

/* 1 + the last round in which it precommitted `what`, 0 if it never did. */
#ifdef NO_LOCKS
#define locked(me, what) 0
#else
#define locked(me, what)                      \
  (locked_in(me, 3, what) -> 4 :              \
   (locked_in(me, 2, what) -> 3 :             \
    (locked_in(me, 1, what) -> 2 : (locked_in(me, 0, what) -> 1 : 0))))
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

/* (d): `what` is proposed with that proof; `released` if the round-0 prevotes shown say so. */
#ifdef LAST_LOCK_ONLY /* an older lock, on another record, is forgotten */
#define follows(me, what, from, released)                                              \
  (locked(me, what) > locked(me, other(what)) ||                                       \
   (from) >= locked(me, other(what)) && ((from) > 0 || released))
#else
#define follows(me, what, from, released)  \
  ((from) >= locked(me, other(what)) &&    \
   (locked(me, what) || (from) > 0 || released))
#endif
#define may_vote_in(round) (QUIET <= (round) && (round) < ROUNDS)
#define may_prevote(me, what, from) \
  (well_formed(from, what) && follows(me, what, from, released_for(me, what)))

/* (b); in round 0 too it needs no more. */
#ifdef EARLY_PRECOMMIT /* one vote before the quorum */
#define may_precommit(round, what) (count(prevotes, round, what) + LIARS >= QUORUM - 1)
#else
#define may_precommit(round, what) lock_proof(round, what)
#endif

/* (g), by the fast path or by precommits. */
#define decided_fast(what) (count(prevotes, 0, what) == HONEST)
#define decided_in(round, what) (count(precommits, round, what) + LIARS >= QUORUM)
#define decided(what)                                                 \
  (decided_fast(what) || decided_in(0, what) || decided_in(1, what) || \
   decided_in(2, what) || decided_in(3, what))
#ifdef FAST_PATH_ONLY
#define agreed (!decided_fast(A) || !decided(B))
#else
#define agreed (!decided(A) || !decided(B))
#endif

/* The evidence rule: it precommitted another record in an earlier round, and the proof is older
 * than that (1 + its round is at most that one). */
#define convicts(me, in, what, from) \
  ((from) <= (in) && (in) < round && has(precommits, me, in, other(what)))
#ifdef NO_EVIDENCE
#define convicted(me, what, from) false
#else
#define convicted(me, what, from) \
  (convicts(me, 0, what, from) || convicts(me, 1, what, from) || convicts(me, 2, what, from))
#endif

/* One vote a round and phase. */
#define voted_otherwise(votes, what)                                  \
  ((what) != nil && has(votes, me, round, nil) || (what) != A && has(votes, me, round, A) || \
   (what) != B && has(votes, me, round, B))

#define letter(what) ((what) == nil -> 45 : 64 + (what)) /* - A B */
#define vote(votes, what)                                            \
  assert(!voted_otherwise(votes, what));                             \
  votes[3 * round + what] = votes[3 * round + what] | 1 << me;       \
  assert(agreed)
#define prevote(what) \
  printf("round %d: %d prevotes %c\n", round, me, letter(what)); vote(prevotes, what)
#define precommit(what) \
  printf("round %d: %d precommits %c\n", round, me, letter(what)); vote(precommits, what)
#define prevote_shown(what, from)                                     \
  (from) <= round && may_prevote(me, what, from) ->                   \
  printf("shown: the proof of round %d\n", (from) - 1);               \
  prevote(what);                                                      \
  assert(!convicted(me, what, from))

proctype honest(byte me) {
  byte round;
  atomic { true -> prevote(first[me]) } /* (a) */
again:
  if
  :: atomic { round >= QUIET && may_precommit(round, A) -> precommit(A); round++ } /* (b) */
  :: atomic { round >= QUIET && may_precommit(round, B) -> precommit(B); round++ }
  :: round++ /* nil, then (e) */
  fi;
  if /* (d) */
  :: atomic { may_vote_in(round) && prevote_shown(A, 0); goto again }
  :: atomic { may_vote_in(round) && prevote_shown(A, 1); goto again }
  :: atomic { may_vote_in(round) && prevote_shown(A, 2); goto again }
  :: atomic { may_vote_in(round) && prevote_shown(A, 3); goto again }
  :: atomic { may_vote_in(round) && prevote_shown(B, 0); goto again }
  :: atomic { may_vote_in(round) && prevote_shown(B, 1); goto again }
  :: atomic { may_vote_in(round) && prevote_shown(B, 2); goto again }
  :: atomic { may_vote_in(round) && prevote_shown(B, 3); goto again }
  :: round < ROUNDS -> goto again /* nil */
  fi
}

/* The same, and at any point its program may end and be started again. Where it stands it then
 * reads from what it signed; so a nil vote is written too, and a round skipped is one without. */
proctype restarted(byte me) {
  byte round;
  atomic { true -> prevote(first[me]) } /* (a) */
prevoted:
  if
  :: atomic { round >= QUIET && may_precommit(round, A) -> precommit(A) } /* (b) */
  :: atomic { round >= QUIET && may_precommit(round, B) -> precommit(B) }
  :: atomic { round >= QUIET -> precommit(nil) }
  :: atomic { round + 1 < ROUNDS -> goto next } /* (f) */
  :: atomic { true -> goto restart }
  fi;
precommitted:
  if
  :: atomic { round + 1 < ROUNDS -> goto next } /* (e), (f) */
  :: atomic { true -> goto restart }
  fi;
next:
  atomic {
    round = (round + 1 > QUIET -> round + 1 : QUIET);
    do
    :: round + 1 < ROUNDS -> round++
    :: break
    od;
    if /* (d) */
    :: prevote_shown(A, 0)
    :: prevote_shown(A, 1)
    :: prevote_shown(A, 2)
    :: prevote_shown(A, 3)
    :: prevote_shown(B, 0)
    :: prevote_shown(B, 1)
    :: prevote_shown(B, 2)
    :: prevote_shown(B, 3)
    :: prevote(nil)
    fi;
    goto prevoted
  }
restart:
  atomic {
    printf("restarted: %d\n", me);
#ifdef FORGET_LOCKS
    if
    :: locked_in(me, 2, A) || locked_in(me, 2, B) -> forgotten = forgotten | 1 << me
    :: else
    fi;
#endif
#ifdef FORGET_VOTES /* those of rounds 2 and up */
    round = 1;
#else
    round = ROUNDS - 1;
#endif
    do
    :: !has_voted(prevotes, me, round) -> round--
    :: else -> break
    od;
    if
    :: has_voted(precommits, me, round) -> goto precommitted
    :: else -> goto prevoted
    fi
  }
}

/* Progress: whatever has happened since round 0, let the network deliver what the `live` validators
 * sent, in a round that one of them leads. Then rule (c) has it propose something, with a proof,
 * which rule (d) lets all of them prevote: so they precommit and decide it. Looks and leaves no
 * trace, so it adds no states. */
proctype calm() {
  byte live;   /* as bits */
  byte extra;  /* one more round-0 prevote the leader may show: a liar's, or a silent one's */
  byte needed; /* 1 + the highest round in which a live one is locked; the leader has the proof */
  byte what, from, i;
#define is_live(who) (live >> (who) & 1)
#define shown(x) (SIZE(prevotes[x] & live) + (extra == (x) -> 1 : 0))
#define shown_others(x) (shown(nil) + shown(other(x)))
#ifdef FORGET_PROOFS /* all were restarted, and of the votes behind their locks hear what is live */
#define leader_has(round, what) (SIZE(prevotes[3 * (round) + (what)] & live) >= QUORUM)
#define gives_a_lock(round) (leader_has(round, A) || leader_has(round, B))
#else
#define leader_has(round, what) lock_proof(round, what)
#define gives_a_lock(round) ((precommits[3 * (round) + A] | precommits[3 * (round) + B]) & live)
#endif
#define or_proved_in(round)                                                          \
  :: needed <= (round) + 1 && leader_has(round, A) -> what = A; from = (round) + 1   \
  :: needed <= (round) + 1 && leader_has(round, B) -> what = B; from = (round) + 1
  do
  :: atomic {
       true ->
       live = (1 << HONEST) - 1;
       extra = nobody;
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
       needed = 0;
       for (i : 0 .. ROUNDS - 1) {
         if
         :: gives_a_lock(i) -> needed = i + 1
         :: else
         fi
       }
       if /* (c) */
       or_proved_in(0)
       or_proved_in(1)
       or_proved_in(2)
       or_proved_in(3)
       :: needed == 0 ->
          from = 0;
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
                follows(i, what, from,
                        (!voted_first(i, other(what)) ||
                         shown_others(other(what)) >= TOLERATED + 1)))
       }
over:
       live = 0; extra = 0; needed = 0; what = 0; from = 0; i = 0
     }
  od
}

/* Those honest that may be restarted are alike, and so are the others, and A and B: of what they
 * may prevote in round 0 only one order need be tried, A before B before nil, and A first. */
init {
  byte i, as, bs;
  atomic {
    for (i : 0 .. HONEST - 1) {
#define alike (i > 0 && i != RESTARTED) /* this one and the one before it */
      if
      :: !alike || first[i - 1] == A -> first[i] = A; as++
      :: i > 0 && (!alike || first[i - 1] != nil) &&
         (0 < RESTARTED && RESTARTED < HONEST || bs < as) -> first[i] = B; bs++
      :: first[i] = nil
      fi
    }
    as = 0; bs = 0;
    for (i : 0 .. HONEST - 1) {
      if
      :: i < RESTARTED -> run restarted(i)
      :: else -> run honest(i)
      fi
    }
    i = 0;
#ifndef NO_PROGRESS
    run calm()
#endif
  }
}
