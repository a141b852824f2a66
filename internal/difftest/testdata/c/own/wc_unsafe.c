// false --check=default
// stdin: "a bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb c\n"
// counts lines, words and characters of a short text, and keeps its longest word
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#define MOST 500
#define WORD 24

struct counts {
  int lines;
  int words;
  int chars;
  int longest_line;
};

static struct counts total;
static char word[WORD], longest[WORD];
static int in_word, word_len, column;

static void end_word(void) {
  if (!in_word)
    return;
  in_word = 0;
  word[word_len] = '\0';
  total.words++;
  if (strlen(word) > strlen(longest))
    strcpy(longest, word);
}

static void put(int c) {
  total.chars++;
  if (c == '\n') {
    end_word();
    total.lines++;
    if (column > total.longest_line)
      total.longest_line = column;
    column = 0;
    return;
  }
  column++;
  if (isspace(c)) {
    end_word();
    return;
  }
  if (!in_word) {
    in_word = 1;
    word_len = 0;
  }
  if (word_len < WORD)
    word[word_len++] = (char)c;
}

int main(void) {
  int c;
  while (total.chars < MOST && (c = getchar()) != EOF)
    put(c);
  end_word();
  printf("%d %d %d, longest line %d, longest word %s\n", total.lines, total.words, total.chars,
         total.longest_line, longest);
  return 0;
}
