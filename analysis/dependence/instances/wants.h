/* What a backward walk through instances of statements wants: facts of activations, and bytes of memory.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   A fact or a byte is wanted by an instance that uses it, until the instance is found that defined it.  If several want
   it, the one with the least depth is kept.  Bytes are kept by eights.  */

#ifndef WPP_ANALYSIS_DEPENDENCE_INSTANCES_WANTS_H
#define WPP_ANALYSIS_DEPENDENCE_INSTANCES_WANTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Who wants something.  */
struct wpp_wanter
{
  uint64_t event;                /* of the path */
  uint32_t item;                 /* of the model; WPP_NONE: nobody, it was asked for */
  uint32_t depth;                /* reasons from what was asked for */
  uint32_t fact;                 /* for memory: a fact of the program that names it, or WPP_NONE */
  bool may;                      /* nobody knows whether it is used */
  bool surprised;                /* of labels: as of struct wpp_want */
};

/* Whose places are: of an activation, or one of these.  */
#define WPP_SPACE_OF_MEMORY UINT64_C (0)
#define WPP_SPACE_OF_STREAMS UINT64_MAX
#define WPP_SPACE_OF_STATES (UINT64_MAX - 1)
/* … or, of variables without addresses, from here on by unit.  */
#define WPP_SPACE_OF_STATICS (UINT64_C (1) << 62)

struct wpp_want                  /* bytes */
{
  uint64_t space, place;         /* PLACE: number of the eight */
  struct wpp_wanter origin;
  uint8_t bytes;                 /* which of the eight; 0: this slot is free */
  bool surprised;                /* when it was loaded, it was not what recorded code had left there */
};

struct wpp_wanted_fact
{
  uint32_t fact;
  struct wpp_wanter origin;
};

/* What is wanted of an activation.  */
struct wpp_wanted_frame
{
  uint64_t activation;           /* 0: this slot is free */
  struct wpp_wanted_fact *facts; /* [n] */
  uint32_t n;
  size_t room;
};

/* What is wanted of the activation at hand, by fact.  */
struct wpp_wants_hand
{
  uint64_t activation;           /* 0: none is */
  uint32_t n;                    /* that are wanted */
  struct { struct wpp_wanter origin; bool wanted, listed; } *facts; /* [room] */
  uint32_t *list;                /* [n_listed] facts that are wanted, or were; as much room */
  size_t room, n_listed, list_room;
};

/* Somebody wants what an access wrote, of a graph.  */
struct wpp_label_want
{
  uint64_t key;                  /* 0: this slot is free */
  struct wpp_wanter origin;
};

struct wpp_wants                 /* all 0 at first */
{
  /* Facts.  One frame is at hand: where each of its facts is in its list is known.  */
  struct wpp_wanted_frame *frames; /* [2^frames_log] a hash table with linear probing */
  unsigned frames_log;
  size_t n_frames;
  struct wpp_wants_hand hand;    /* not among the others */
  size_t n_facts;                /* of all frames */
  /* Bytes.  */
  struct wpp_want *slots;        /* [2^log] */
  unsigned log;
  size_t n;                      /* with LABELS */
  struct wpp_wanted_piece { uint64_t first, end; } *pieces; /* [n_pieces] bytes that were found last, from the address
                                                               on, END not among them */
  size_t n_pieces, pieces_room;
  size_t n_surprised;
  /* What accesses wrote, by keys that say which access of which instance.  */
  struct wpp_label_want *labels; /* [2^labels_log] or null */
  unsigned labels_log;
  size_t n_labels;
  uint64_t multiplier;
  uint16_t filter[65536];        /* how many there are by 16 bits of the hash; saturates, and stays */
  uint16_t activations[65536];   /* frames, by 16 bits of the activation's number; likewise */
};

static inline bool
wpp_wants_any_p (const struct wpp_wants *w)
{
  return w->n || w->n_facts;
}

int wpp_wants_init (struct wpp_wants *w);
void wpp_wants_release (struct wpp_wants *w);

/* Let ACTIVATION, not 0, be at hand: what is asked of it is fast.  WPP_E_NOMEM.  */
int wpp_wants_look_at (struct wpp_wants *w, uint64_t activation);
/* Let facts below N have a place in the hand; WPP_E_NOMEM.  */
int wpp_wants_reserve_hand (struct wpp_wants *w, uint32_t n);

/* Of the activation at hand: is FACT, which has a place in the hand, wanted?  Then take it away, and set *ORIGIN.  */
static inline bool
wpp_hand_take (struct wpp_wants *w, uint32_t fact, struct wpp_wanter *origin)
{
  struct wpp_wants_hand *h = &w->hand;
  if (!h->facts[fact].wanted)
    return false;
  *origin = h->facts[fact].origin;
  h->facts[fact].wanted = false;
  h->n--;
  w->n_facts--;
  return true;
}

/* Want FACT, which has a place.  */
static inline void
wpp_hand_want (struct wpp_wants *w, uint32_t fact, const struct wpp_wanter *origin)
{
  struct wpp_wants_hand *h = &w->hand;
  if (h->facts[fact].wanted && origin->depth >= h->facts[fact].origin.depth)
    return;
  h->n += !h->facts[fact].wanted;
  w->n_facts += !h->facts[fact].wanted;
  if (!h->facts[fact].listed)
    h->list[h->n_listed++] = fact;
  h->facts[fact].listed = h->facts[fact].wanted = true;
  h->facts[fact].origin = *origin;
}

/* Want FACT of ACTIVATION; WPP_E_NOMEM.  */
int wpp_want_fact (struct wpp_wants *w, uint64_t activation, uint32_t fact, const struct wpp_wanter *origin);
/* Is it wanted?  Then take it away, and set *ORIGIN.  */
bool wpp_wants_take (struct wpp_wants *w, uint64_t activation, uint32_t fact, struct wpp_wanter *origin);
/* Is it wanted?  Then set *ORIGIN.  */
bool wpp_wants_has (struct wpp_wants *w, uint64_t activation, uint32_t fact, struct wpp_wanter *origin);
/* Nothing of ACTIVATION is wanted any more.  */
void wpp_wants_forget (struct wpp_wants *w, uint64_t activation);
/* May facts of ACTIVATION be wanted?  */
static inline bool
wpp_wants_activation_p (const struct wpp_wants *w, uint64_t activation)
{
  return activation == w->hand.activation ? w->hand.n > 0 : w->activations[activation & 65535] > 0;
}

/* Want N bytes from ADDRESS on in SPACE.  */
int wpp_want_bytes (struct wpp_wants *w, uint64_t space, uint64_t address, uint64_t n, bool surprised,
                    const struct wpp_wanter *origin);

/* What of the N bytes from ADDRESS on in SPACE is wanted.  */
struct wpp_wanted
{
  bool any;
  struct wpp_wanter origin;      /* the one with the least depth */
};

/* If TAKE, they are not wanted any more.  W's pieces are the bytes.  If memory is out for them, they are one.  */
struct wpp_wanted wpp_wants_written (struct wpp_wants *w, uint64_t space, uint64_t address, uint64_t n, bool take);
/* Let W's pieces be one, all that there is.  0 or WPP_E_NOMEM.  */
int wpp_wants_whole (struct wpp_wants *w);
/* A load of those bytes was surprised.  */
void wpp_wants_surprise (struct wpp_wants *w, uint64_t space, uint64_t address, uint64_t n);
/* ---- wanted-labels.c: what the access wrote that KEY, not 0, names.  */

/* Want it; WPP_E_NOMEM.  Is it wanted?  Then take it away, and set *ORIGIN.  A load of it was surprised.  */
int wpp_want_label (struct wpp_wants *w, uint64_t key, const struct wpp_wanter *origin, bool surprised);
bool wpp_wants_take_label (struct wpp_wants *w, uint64_t key, struct wpp_wanter *origin);
void wpp_wants_surprise_label (struct wpp_wants *w, uint64_t key);

/* Some that are surprised, which are not any more: ANY and ORIGIN.  */
struct wpp_wanted wpp_wants_surprised (struct wpp_wants *w);

#endif /* WPP_ANALYSIS_DEPENDENCE_INSTANCES_WANTS_H */
