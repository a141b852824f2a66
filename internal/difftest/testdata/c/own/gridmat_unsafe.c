// false --check=default
// stdin: "2 2 1"
#include <stdio.h>
#include <stdlib.h>

/*
 * Matrices on the heap. Reads two matrices and prints the transposed sum.
 */
typedef struct {
    int rows, cols;
    double **cell;
} Matrix;

void matrix_free(Matrix *m)
{
    if (m == NULL)
        return;
    for (int i = 0; i < m->rows; i++)
        free(m->cell[i]);
    free(m->cell);
    free(m);
}

Matrix *matrix_new(int rows, int cols)
{
    Matrix *m = malloc(sizeof(Matrix));
    if (m == NULL)
        return NULL;
    m->rows = 0;
    m->cols = cols;
    m->cell = malloc(rows * sizeof(double *));
    if (m->cell == NULL) {
        free(m);
        return NULL;
    }
    while (m->rows < rows) {
        m->cell[m->rows] = calloc(cols, sizeof(double));
        if (m->cell[m->rows] == NULL) {
            matrix_free(m);
            return NULL;
        }
        m->rows++;
    }
    return m;
}

int matrix_read(Matrix *m)
{
    for (int i = 0; i < m->rows; i++)
        for (int j = 0; j < m->cols; j++)
            if (scanf("%lf", &m->cell[i][j]) != 1)
                return 0;
    return 1;
}

Matrix *matrix_add_transposed(const Matrix *a, const Matrix *b)
{
    Matrix *r;
    if (a->rows != b->rows || a->cols != b->cols)
        return NULL;
    r = matrix_new(a->cols, a->rows);
    if (r == NULL)
        return NULL;
    for (int i = 0; i < a->rows; i++)
        for (int j = 0; j < a->cols; j++)
            r->cell[j][i] = a->cell[i][j] + b->cell[i][j];
    return r;
}

void matrix_print(const Matrix *m)
{
    for (int i = 0; i < m->rows; i++) {
        for (int j = 0; j < m->cols; j++)
            printf("%8.2f", m->cell[i][j]);
        printf("\n");
    }
}

int main(void)
{
    int rows, cols, status = 1;
    Matrix *a, *b, *sum = NULL;

    if (scanf("%d %d", &rows, &cols) != 2 || rows < 1 || rows > 10 || cols < 1 || cols > 10)
        return 1;
    a = matrix_new(rows, cols);
    b = matrix_new(rows, cols);
    if (a == NULL || b == NULL)
        goto out;
    if (!matrix_read(a) || !matrix_read(b)) {
        fprintf(stderr, "numbers are missing\n");
        matrix_free(a);
        goto out;
    }
    sum = matrix_add_transposed(a, b);
    if (sum != NULL) {
        matrix_print(sum);
        status = 0;
    }
out:
    matrix_free(sum);
    matrix_free(b);
    matrix_free(a);
    return status;
}
