// false --check=default
// stdin: "0306406152"
// turns an ISBN of ten digits into one of thirteen
#include <stdio.h>
#include <string.h>

// Reads ten digits, which hyphens and blanks may separate; the last may be X. Returns how many were read.
static int read_isbn(int digit[10]) {
    int n = 0, c;
    while ((c = getchar()) != EOF && c != '\n') {
        if (c == '-' || c == ' ')
            continue;
        if (n == 10)
            return -1;
        if (c >= '0' && c <= '9')
            digit[n++] = c - '0';
        else if ((c == 'X' || c == 'x') && n == 9)
            digit[n++] = 10;
        else
            return -1;
    }
    return n;
}

static int valid(const int digit[10]) {
    int sum = 0;
    for (int i = 0; i < 10; i++)
        sum += (10 - i) * digit[i];
    return sum % 11 == 0;
}

static void convert(const int digit[10], char *out) {
    int sum = 9 + 3 * 7 + 8; // of the prefix 978
    int k = 0;
    out[k++] = '9';
    out[k++] = '7';
    out[k++] = '8';
    for (int i = 0; i < 9; i++) {
        sum += i % 2 == 0 ? 3 * digit[i] : digit[i];
        out[k++] = (char)('0' + digit[i]);
    }
    out[k++] = (char)('0' + (10 - sum % 10) % 10);
    out[k] = '\0';
}

int main(void) {
    int digit[10];
    char thirteen[13];
    int n = read_isbn(digit);
    if (n != 10) {
        printf("this is no ISBN\n");
        return 1;
    }
    if (!valid(digit)) {
        printf("the check digit is wrong\n");
        return 2;
    }
    convert(digit, thirteen);
    printf("%s\n", thirteen);
    return strlen(thirteen) == 13 ? 0 : 3;
}
