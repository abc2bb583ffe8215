/* Who is in which round: rules (e) and (f) of README.md, whatever the votes are for.
 * `docs/model/check` runs it.
 *
 * A liar votes in any round, to whom it likes, and may be silent from any moment on. Whatever has
 * happened, the honest then meet in one round without it; and it is a round that a quorum's votes
 * led to: no liar alone draws anybody to one with no round after it.
 */
#ifndef HONEST
#define HONEST 3    /* validators that follow the rules: V = HONEST + LIARS */
#define LIARS 1
#define QUORUM 3    /* q */
#define TOLERATED 1 /* f */
#endif

/* How many must be in a later round before others skip to it: more than max(f, V - q), and two. */
#define SPARE (HONEST + LIARS - QUORUM)
#ifdef ONE_VOICE
#define VOICES 1
#elif defined(NO_SKIPPING)
#define VOICES 99
#elif TOLERATED > SPARE
#define VOICES (TOLERATED + 1)
#elif SPARE > 0
#define VOICES (SPARE + 1)
#else
#define VOICES 2
#endif

#define LAST 2 /* votes end no later round here */
#define FAR 3  /* stands for 2^20, which has no round after it */

byte round[HONEST];
byte prevoted[4]; /* in each round: which of the honest, as bits */
byte precommitted[4];
bool ended[4]; /* who entered the next round passes on the votes that ended this one */

#define SIZE(set) \
  (((set) & 1) + ((set) >> 1 & 1) + ((set) >> 2 & 1) + ((set) >> 3 & 1) + ((set) >> 4 & 1))
#define has(votes, who, r) (votes[r] >> (who) & 1)
#define sign(votes, who, r) votes[r] = votes[r] | 1 << (who)
#define in_or_after(votes, r) \
  (((r) <= 1 -> votes[1] : 0) | ((r) <= 2 -> votes[2] : 0) | votes[FAR])
#define voices(a, b, r) SIZE(in_or_after(a, r) | in_or_after(b, r))

#define here round[me]
#define skip_to(r)                                                                              \
  here < (r) && has(prevoted, me, 0) && voices(prevoted, precommitted, r) + LIARS >= VOICES ->  \
  printf("round %d: %d skips to it\n", r, me); round[me] = r

proctype honest(byte me) {
  do
  :: atomic { !has(prevoted, me, here) ->
              printf("round %d: %d prevotes\n", here, me); sign(prevoted, me, here) }
  :: atomic { has(prevoted, me, here) && !has(precommitted, me, here) &&
              SIZE(prevoted[here]) + LIARS >= QUORUM ->
              printf("round %d: %d precommits\n", here, me); sign(precommitted, me, here) }
  :: atomic { here < LAST && has(precommitted, me, here) && /* (e) */
              SIZE(precommitted[here]) + LIARS >= QUORUM ->
              ended[here] = true; round[me] = here + 1;
              printf("round %d: %d enters it\n", here, me) }
  :: atomic { skip_to(1) } /* (f) */
  :: atomic { skip_to(2) }
  :: atomic { skip_to(FAR) }
  od
}

/* From now on the liars are silent, and what all others sent and send is delivered. Looks and
 * leaves no trace. */
byte at[HONEST], pre[4], com[4], top, i, turn, r;
#ifdef NOT_PASSED_ON
#define passed_on(r) false
#else
#define passed_on(r) ended[r]
#endif
#define catch_up_to(target) r < target && voices(pre, com, target) >= VOICES -> at[i] = target
proctype calm() {
  do
  :: d_step {
       true ->
       for (i : 0 .. 3) { pre[i] = prevoted[i]; com[i] = precommitted[i] }
       for (i : 0 .. HONEST - 1) {
         at[i] = round[i];
         if :: round[i] > top -> top = round[i] :: else fi
       }
       for (turn : 0 .. 9) {
         for (i : 0 .. HONEST - 1) {
           r = at[i];
           sign(pre, i, r);
           if :: SIZE(pre[r]) >= QUORUM || passed_on(r) -> sign(com, i, r) :: else fi;
           if
           :: r < top && has(com, i, r) && (SIZE(com[r]) >= QUORUM || passed_on(r)) ->
              at[i] = r + 1
           :: else ->
              if
              :: catch_up_to(FAR)
              :: else -> if :: catch_up_to(2) :: else -> if :: catch_up_to(1) :: else fi fi
              fi
           fi
         }
       }
       for (i : 0 .. HONEST - 1) {
         if :: at[i] != top || top == FAR -> printf("stays: %d in round %d\n", i, at[i]) :: else fi
       }
       assert(top != FAR);
       for (i : 0 .. HONEST - 1) { assert(at[i] == top); at[i] = 0 }
       for (i : 0 .. 3) { pre[i] = 0; com[i] = 0 }
       top = 0; i = 0; turn = 0; r = 0
     }
  od
}

init {
  byte who;
  atomic {
    for (who : 0 .. HONEST - 1) { run honest(who) }
    who = 0;
    run calm()
  }
}
