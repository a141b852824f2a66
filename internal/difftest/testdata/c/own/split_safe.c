// true --check=default
/* Splits lines at commas, trims the fields and prints them in reverse order. */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#define MAX_FIELDS 8
#define MAX_LINE 100

char *trim(char *s)
{
   size_t len;

   while (isspace((unsigned char)*s))
      s++;
   len = strlen(s);
   while (len > 0 && isspace((unsigned char)s[len - 1]))
      len--;
   s[len] = '\0';
   return s;
}

/* The fields point into the line. Returns their number; the last one keeps what is left. */
int split(char *line, char *fields[], int max)
{
   int n = 0;
   char *p = line;

   while (n < max - 1)
   {
      char *comma = strchr(p, ',');
      if (comma == NULL)
         break;
      *comma = '\0';
      fields[n++] = trim(p);
      p = comma + 1;
   }
   fields[n++] = trim(p);
   return n;
}

int join_reversed(char *out, size_t size, char *fields[], int n)
{
   size_t used = 0;
   int i;

   for (i = n - 1; i >= 0; i--)
   {
      size_t len = strlen(fields[i]);
      if (used + len + 2 > size)
         return 0;
      memcpy(out + used, fields[i], len);
      used += len;
      if (i > 0)
         out[used++] = ';';
   }
   out[used] = '\0';
   return 1;
}

int is_blank(const char *s)
{
   while (*s != '\0')
      if (!isspace((unsigned char)*s++))
         return 0;
   return 1;
}

int main(void)
{
   char line[MAX_LINE], result[MAX_LINE + 2];
   char *fields[MAX_FIELDS];
   int number = 0, blank = 0;

   while (number < 500 && fgets(line, sizeof(line), stdin) != NULL)
   {
      int n;
      number++;
      if (is_blank(line))
      {
         blank++;
         continue;
      }
      n = split(line, fields, MAX_FIELDS);
      if (join_reversed(result, sizeof(result), fields, n))
         printf("%d: %d fields: %s\n", number, n, result);
      else
         printf("%d: too long\n", number);
   }
   printf("%d lines, %d blank\n", number, blank);
   return 0;
}
