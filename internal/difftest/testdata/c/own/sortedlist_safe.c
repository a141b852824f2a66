// true --check=default
#include <stdio.h>
#include <stdlib.h>

/* Sorted linked list exercise: numbers are inserted, a negative number removes. */

struct Node
{
    int value;
    struct Node *next;
};

struct Node *insert(struct Node *head, int value)
{
    struct Node *newNode = (struct Node *)malloc(sizeof(struct Node));
    struct Node *p;

    if (newNode == NULL)
    {
        printf("out of memory\n");
        return head;
    }
    newNode->value = value;
    if (head == NULL || head->value >= value)
    {
        newNode->next = head;
        return newNode;
    }
    p = head;
    while (p->next != NULL && p->next->value < value)
    {
        p = p->next;
    }
    newNode->next = p->next;
    p->next = newNode;
    return head;
}

struct Node *removeValue(struct Node *head, int value)
{
    struct Node *p = head, *previous = NULL;

    while (p != NULL && p->value != value)
    {
        previous = p;
        p = p->next;
    }
    if (p == NULL)
    {
        printf("%d not found\n", value);
        return head;
    }
    if (previous == NULL)
    {
        head = p->next;
    }
    else
    {
        previous->next = p->next;
    }
    free(p);
    return head;
}

struct Node *reverse(struct Node *head)
{
    struct Node *result = NULL;

    while (head != NULL)
    {
        struct Node *next = head->next;
        head->next = result;
        result = head;
        head = next;
    }
    return result;
}

void printList(struct Node *head)
{
    while (head != NULL)
    {
        printf("%d ", head->value);
        head = head->next;
    }
    printf("\n");
}

void freeList(struct Node *head)
{
    struct Node *next;

    for (; head != NULL; head = next)
    {
        next = head->next;
        free(head);
    }
}

int main()
{
    struct Node *list = NULL;
    int number;

    while (scanf("%d", &number) == 1 && number != 0)
    {
        if (number > 0)
        {
            list = insert(list, number);
        }
        else if (number >= -1000000)
        {
            list = removeValue(list, -number);
        }
    }
    printList(list);
    list = reverse(list);
    printList(list);
    freeList(list);
    return 0;
}
