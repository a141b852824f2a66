// false --check=default
// stdin: "GET / HTTP/1.1\nContent-Length: 3\n\nabc"
// reads a request of HTTP: the line, the headers, the body
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_HEADERS 10
#define NAME_SIZE 24
#define VALUE_SIZE 48
#define MAX_BODY 4096

struct header {
    char name[NAME_SIZE];
    char value[VALUE_SIZE];
};

struct request {
    char method[8];
    struct header headers[MAX_HEADERS];
    int count;
};

static int same_name(const char *a, const char *b) {
    while (*a && *b) {
        if (tolower((unsigned char)*a) != tolower((unsigned char)*b))
            return 0;
        a++;
        b++;
    }
    return *a == *b;
}

static void chomp(char *line) {
    size_t n = strlen(line);
    while (n > 0 && (line[n - 1] == '\n' || line[n - 1] == '\r'))
        line[--n] = '\0';
}

static int parse_header(struct request *r, const char *line) {
    struct header *h;
    const char *colon = strchr(line, ':');
    size_t len;
    if (colon == NULL || colon == line)
        return 0;
    if (r->count >= MAX_HEADERS)
        return 0;
    len = (size_t)(colon - line);
    if (len >= NAME_SIZE)
        return 0;
    h = &r->headers[r->count];
    memcpy(h->name, line, len);
    h->name[len] = '\0';
    colon++;
    while (*colon == ' ' || *colon == '\t')
        colon++;
    if (strlen(colon) >= VALUE_SIZE)
        return 0;
    strcpy(h->value, colon);
    r->count++;
    return 1;
}

static const char *find(const struct request *r, const char *name) {
    for (int i = 0; i < r->count; i++)
        if (same_name(r->headers[i].name, name))
            return r->headers[i].value;
    return NULL;
}

static int content_length(const struct request *r) {
    const char *s = find(r, "content-length");
    int n = 0;
    if (s == NULL)
        return 0;
    if (*s == '\0')
        return -1;
    for (; *s; s++) {
        if (!isdigit((unsigned char)*s))
            return -1;
        n = n * 10 + (*s - '0');
        if (n > MAX_BODY)
            return -1;
    }
    return n;
}

int main(void) {
    static struct request r;
    char line[80];
    char *body;
    int length, got = 0, c;

    if (fgets(line, sizeof line, stdin) == NULL || sscanf(line, "%7s", r.method) != 1)
        return 1;
    while (fgets(line, sizeof line, stdin) != NULL) {
        chomp(line);
        if (line[0] == '\0')
            break;
        if (!parse_header(&r, line)) {
            fprintf(stderr, "400 Bad Request\n");
            return 1;
        }
    }
    length = content_length(&r);
    if (length < 0) {
        fprintf(stderr, "400 Bad Request\n");
        return 1;
    }
    body = malloc((size_t)length);
    if (body == NULL)
        return 1;
    while (got < length && (c = getchar()) != EOF)
        body[got++] = (char)c;
    body[got] = '\0';
    printf("%s with %d headers and %d bytes: %s\n", r.method, r.count, got, body);
    free(body);
    return 0;
}
