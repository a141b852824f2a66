// true --check=default
// counts words in a table with open addressing
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SLOTS 64u /* a power of two */
#define WORD 16

struct entry {
    unsigned count;
    char word[WORD];
};

struct table {
    struct entry **slots;
    unsigned used;
};

static unsigned hash(const char *s) {
    unsigned h = 5381;
    while (*s)
        h = h * 33 ^ (unsigned char)*s++;
    return h;
}

static struct table *table_new(void) {
    struct table *t = malloc(sizeof *t);
    if (t == NULL)
        return NULL;
    t->slots = calloc(SLOTS, sizeof *t->slots);
    if (t->slots == NULL) {
        free(t);
        return NULL;
    }
    t->used = 0;
    return t;
}

static void table_free(struct table *t) {
    unsigned i;
    for (i = 0; i < SLOTS; i++)
        free(t->slots[i]);
    free(t->slots);
    free(t);
}

/* the entry of a word, which is made if need be; NULL if there is no room */
static struct entry *table_get(struct table *t, const char *word) {
    unsigned i = hash(word) & (SLOTS - 1);
    struct entry *e;
    while (t->slots[i] != NULL) {
        if (strcmp(t->slots[i]->word, word) == 0)
            return t->slots[i];
        i = (i + 1) & (SLOTS - 1);
    }
    if (t->used + 1 >= SLOTS)
        return NULL; /* at least one slot stays empty */
    e = malloc(sizeof *e);
    if (e == NULL)
        return NULL;
    e->count = 0;
    strncpy(e->word, word, WORD - 1);
    e->word[WORD - 1] = '\0';
    t->slots[i] = e;
    t->used++;
    return e;
}

int main(void) {
    char word[WORD];
    unsigned lost = 0, most = 0, i;
    struct table *t = table_new();
    if (t == NULL)
        return 1;
    while (scanf("%15s", word) == 1) {
        struct entry *e = table_get(t, word);
        if (e != NULL)
            e->count++;
        else
            lost++;
    }
    for (i = 0; i < SLOTS; i++) {
        struct entry *e = t->slots[i];
        if (e != NULL && e->count > most)
            most = e->count;
    }
    printf("%u words, the most frequent %u times, %u lost\n", t->used, most, lost);
    table_free(t);
    return 0;
}
