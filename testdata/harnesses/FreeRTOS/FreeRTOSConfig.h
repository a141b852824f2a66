/* The settings that FreeRTOS.h asks for; a harness of lists needs no more. */
#ifndef FREERTOS_CONFIG_H
#define FREERTOS_CONFIG_H
#define configMINIMAL_STACK_SIZE 128
#define configMAX_PRIORITIES 5
#define configUSE_PREEMPTION 1
#define configUSE_IDLE_HOOK 0
#define configUSE_TICK_HOOK 0
#define configTICK_TYPE_WIDTH_IN_BITS TICK_TYPE_WIDTH_32_BITS
#define configTICK_RATE_HZ 100
#define configTOTAL_HEAP_SIZE 4096
#endif
